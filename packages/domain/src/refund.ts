import { prorate } from './money.ts'
import type { AmountWithFee } from './money-ledger.ts'
import type { Quote } from './quote.ts'
import { type RefundableOrder, type RefundPart, refundPartsOf } from './refund-parts.ts'

/** Sums, in minor units, over the refunds that are under way or done; failed ones do not count. */
export interface RefundedSoFar extends AmountWithFee {
  /** The tickets that were refunded, also those for which no money was left. */
  ticketIds: readonly string[]
}

/** Without fees, the service fees of what is refunded stay with the tenant. */
export type RefundRequest = { withFees: boolean } & (
  | { kind: 'whole' }
  | { kind: 'tickets'; ticketIds: readonly string[] }
  | { kind: 'amount'; amountMinor: number }
)

/** A refund; `feeMinor` are the service fees within `amountMinor`. */
export interface RefundPlan extends AmountWithFee {
  /** The refunded parts; empty for a refund of an amount. */
  parts: RefundPart[]
  /**
   * amount = sum of the parts + adjustment. It is below 0 if amounts were refunded earlier, and
   * above 0 if a whole refund also returns fees that were kept.
   */
  adjustmentMinor: number
  /** The tickets that end with this refund. */
  ticketIds: string[]
  /** What may still be refunded afterwards, fees included. */
  leftMinor: number
}

export const REFUND_REFUSALS = [
  'nothing_left',
  'amount_above_paid',
  'amount_not_positive',
  'ticket_not_in_order',
  'ticket_already_refunded',
] as const
export type RefundRefusal = (typeof REFUND_REFUSALS)[number]

export type RefundDecision =
  | { ok: true; plan: RefundPlan }
  /** `leftMinor` is the most that this request could get; `ticketIds` are those that cannot be refunded. */
  | { ok: false; code: RefundRefusal; leftMinor: number; ticketIds: string[] }

/**
 * Decides what a refund gives back; the rules are worked in docs/pricing.md#refunds.
 *
 * A ticket's share of price, discount and fee depends on the order alone, not on when it is given
 * back, so refunds of tickets in any order and grouping add up to the whole, to the cent. The
 * refund that takes the last ticket takes the add-ons too: no ticket is left to collect them with.
 * Never negative, and never above what was paid less what was refunded.
 */
export function planRefund(
  order: RefundableOrder,
  refunded: RefundedSoFar,
  request: RefundRequest,
): RefundDecision {
  const left = leftOf(order.quote, refunded)
  const most = request.withFees ? left : { ...left, feeMinor: 0 }
  const mostMinor = most.netMinor + most.feeMinor
  const parts = refundPartsOf(order)
  const gone = new Set(refunded.ticketIds)
  const refuse = (code: RefundRefusal, ticketIds: string[] = []): RefundDecision => ({
    ok: false,
    code,
    leftMinor: mostMinor,
    ticketIds,
  })

  if (request.kind === 'tickets') {
    const known = new Set(parts.map((part) => part.ticketId))
    const foreign = request.ticketIds.filter((id) => !known.has(id))
    if (foreign.length > 0) return refuse('ticket_not_in_order', foreign)
    const twice = request.ticketIds.filter((id) => gone.has(id))
    if (twice.length > 0) return refuse('ticket_already_refunded', twice)
  }
  if (
    request.kind === 'amount' &&
    !(Number.isSafeInteger(request.amountMinor) && request.amountMinor > 0)
  ) {
    return refuse('amount_not_positive')
  }
  if (mostMinor === 0) return refuse('nothing_left')
  if (request.kind === 'amount' && request.amountMinor > mostMinor)
    return refuse('amount_above_paid')

  const ending = endingWith(request, parts, gone)
  const { netMinor, feeMinor } = givenFor(request, ending, most)
  const amountMinor = netMinor + feeMinor
  if (amountMinor === 0) return refuse('nothing_left')
  const explainedMinor = request.kind === 'amount' ? amountMinor : sumOf(ending, 'amountMinor')
  return {
    ok: true,
    plan: {
      amountMinor,
      feeMinor,
      parts: ending,
      adjustmentMinor: amountMinor - explainedMinor,
      ticketIds: ending.flatMap(({ ticketId }) => ticketId ?? []),
      leftMinor: left.netMinor + left.feeMinor - amountMinor,
    },
  }
}

/** Prices less discounts, and the fees beside them. */
interface Money {
  netMinor: number
  feeMinor: number
}

const sumOf = (
  parts: readonly RefundPart[],
  field: 'priceMinor' | 'discountMinor' | 'feeMinor' | 'amountMinor',
) => parts.reduce((total, part) => total + part[field], 0)

// The total decides, so that no split recorded earlier can raise it above what was paid.
function leftOf(quote: Quote, refunded: RefundedSoFar): Money {
  const totalMinor = Math.max(0, quote.totalMinor - refunded.amountMinor)
  const feeMinor = Math.min(totalMinor, Math.max(0, quote.feeMinor - refunded.feeMinor))
  return { netMinor: totalMinor - feeMinor, feeMinor }
}

/** The parts that end with a refund; without their fees if those are kept. */
function endingWith(
  request: RefundRequest,
  parts: readonly RefundPart[],
  gone: ReadonlySet<string>,
): RefundPart[] {
  if (request.kind === 'amount') return []
  const wanted = request.kind === 'tickets' ? new Set(request.ticketIds) : null
  const open = parts.filter(({ ticketId }) => ticketId && !gone.has(ticketId))
  const ending = open.filter(({ ticketId }) => !wanted || (ticketId && wanted.has(ticketId)))
  const neverHadTickets = open.length === 0 && gone.size === 0
  const takesTheRest =
    ending.length > 0 ? ending.length === open.length : request.kind === 'whole' && neverHadTickets
  const rest = takesTheRest ? parts.filter(({ ticketId }) => !ticketId) : []
  return [...ending, ...rest].map((part) =>
    request.withFees
      ? part
      : { ...part, feeMinor: 0, amountMinor: part.amountMinor - part.feeMinor },
  )
}

/**
 * Never above `most`, in either of the two. A refund of an amount takes from both in proportion.
 */
function givenFor(request: RefundRequest, ending: readonly RefundPart[], most: Money): Money {
  switch (request.kind) {
    case 'whole':
      return most
    case 'amount': {
      const [netMinor = 0, feeMinor = 0] = prorate(request.amountMinor, [
        most.netMinor,
        most.feeMinor,
      ])
      return { netMinor, feeMinor }
    }
    case 'tickets': {
      const netMinor = sumOf(ending, 'priceMinor') - sumOf(ending, 'discountMinor')
      const feeMinor = sumOf(ending, 'feeMinor')
      return {
        netMinor: Math.min(most.netMinor, netMinor),
        feeMinor: Math.min(most.feeMinor, feeMinor),
      }
    }
  }
}
