import { applyRate, prorate } from './money.ts'
import { type AmountWithFee, taxesWithin } from './money-ledger.ts'
import { feeWithTaxMinor, type OrderUnit } from './order-units.ts'
import { endingUnits, leftOf, type RefundableOrder } from './refund.ts'

/**
 * Why a ticket cannot be cancelled by its buyer, the reason that a buyer expects least first: of several
 * tickets the first one counts.
 */
export const CANCEL_REFUSALS = [
  'redeemed',
  'past',
  'session_closed',
  'too_late',
  'not_allowed',
  'disputed',
  'already_cancelled',
] as const
export type CancelRefusal = (typeof CANCEL_REFUSALS)[number]

/** A ticket or an add-on that ends with a cancellation, in minor units of the order's currency. */
export interface CancelledUnit {
  unit: OrderUnit
  /** The share that the policy refunds of it, in parts per million. */
  sharePpm: number
  refundMinor: number
}

/** What a buyer gets back for cancelled tickets. */
export interface CancellationQuote {
  units: readonly CancelledUnit[]
  /** The sum over the units, with the service fees within it. */
  refund: AmountWithFee
  /** What was paid for the units and is not refunded. */
  keptMinor: number
}

/**
 * Quotes a cancellation; the rules are worked in docs/pricing.md#cancellations. Each ticket gives back
 * its own share of what it was bought at, rounded by itself, so that what is shown beside each ticket
 * adds up to the refund. With the last ticket the add-ons end too, at the highest of these shares. Never
 * more than is left of what was charged.
 */
export function quoteCancellation(
  order: RefundableOrder,
  tickets: readonly { ticketId: string; sharePpm: number }[],
  { withFees }: { withFees: boolean },
): CancellationQuote {
  const shares = new Map(tickets.map(({ ticketId, sharePpm }) => [ticketId, sharePpm]))
  const highest = Math.max(0, ...shares.values())
  const ending = endingUnits(order, [...shares.keys()]).map((unit) => ({
    unit,
    sharePpm: unit.ticketId ? (shares.get(unit.ticketId) ?? 0) : highest,
  }))
  const left = leftOf(order)
  const leftMinor = left.netMinor + left.feeMinor
  // The parts of what was charged do not decide: a change may have turned price into fee.
  const mostMinor = withFees
    ? leftMinor
    : Math.max(0, leftMinor - sumOf(order.units.map(feeWithTaxMinor)))
  const fees = ending.map(({ unit, sharePpm }) =>
    withFees ? applyRate(feeWithTaxMinor(unit), sharePpm) : 0,
  )
  const refunds = within(
    mostMinor,
    ending.map(
      ({ unit, sharePpm }, index) =>
        applyRate(unit.amountMinor - feeWithTaxMinor(unit), sharePpm) + (fees[index] ?? 0),
    ),
  )
  const amountMinor = sumOf(refunds)
  const feeMinor = Math.min(left.feeMinor, sumOf(fees), amountMinor)
  const taxMinor = sumOf(
    ending.map(({ unit, sharePpm }) => applyRate(unit.charges?.priceTax?.taxMinor ?? 0, sharePpm)),
  )
  const feeTaxMinor = sumOf(
    ending.map(({ unit, sharePpm }) => applyRate(unit.charges?.feeTax?.taxMinor ?? 0, sharePpm)),
  )
  const worthMinor = sumOf(ending.map(({ unit }) => unit.amountMinor))
  return {
    units: ending.map((each, index) => ({ ...each, refundMinor: refunds[index] ?? 0 })),
    refund: {
      amountMinor,
      feeMinor,
      ...taxesWithin(
        Math.min(left.taxMinor, amountMinor - feeMinor, taxMinor),
        Math.min(left.feeTaxMinor, feeMinor, feeTaxMinor),
      ),
    },
    // Less was paid than the tickets are worth if a difference was waived.
    keptMinor: Math.max(0, Math.min(worthMinor, leftMinor) - amountMinor),
  }
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/** The amounts, reduced in proportion if there is less. */
const within = (mostMinor: number, amounts: readonly number[]): readonly number[] =>
  sumOf(amounts) <= mostMinor ? amounts : prorate(mostMinor, amounts)
