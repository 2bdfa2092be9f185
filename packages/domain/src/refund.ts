import { applyRate, prorate } from './money.ts'
import { type AmountWithFee, taxesWithin } from './money-ledger.ts'
import { feeWithTaxMinor, type OrderUnit, sumOfUnits } from './order-units.ts'
import { taxSums } from './tax.ts'

/**
 * The data of an order that a refund is planned from. A payment that never became an order has no
 * units.
 */
export interface RefundableOrder {
  /** Everything that was charged for it. */
  charged: AmountWithFee
  /** The refunds that are pending or done; failed ones do not count. */
  refunded: AmountWithFee
  /** What it still has: a unit for each valid ticket and each add-on. */
  units: readonly OrderUnit[]
  /** Its tickets that have ended. */
  endedTicketIds: readonly string[]
}

/** Without fees, the service fees of what is refunded stay with the tenant. */
export type RefundRequest = { withFees: boolean } & (
  | { kind: 'whole' }
  | {
      kind: 'tickets'
      ticketIds: readonly string[]
      /**
       * The share of their amounts that is refunded, in parts per million; all of it by default.
       */
      sharePpm?: number
    }
  | { kind: 'amount'; amountMinor: number }
)

/** What to refund; `feeMinor` are the service fees within `amountMinor`, with the tax on them. */
export interface RefundPlan extends AmountWithFee {
  /** The units that it refunds; none for an amount without tickets. */
  parts: OrderUnit[]
  /**
   * amount = sum of the parts + adjustment. Below 0 if amounts were refunded earlier or a share is
   * kept; above 0 if a whole refund includes what was kept before.
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
 * Decides what a refund contains; docs/pricing.md#refunds has worked examples.
 *
 * A ticket is refunded at what it was bought at, so refunds of tickets in any order and grouping
 * add up exactly to the whole. The refund of the last ticket includes the add-ons, because no
 * ticket is left to collect them with. Never negative, and never above what was charged less what
 * was refunded.
 */
export function planRefund(order: RefundableOrder, request: RefundRequest): RefundDecision {
  const left = leftOf(order)
  const most = request.withFees ? left : { ...left, feeMinor: 0, feeTaxMinor: 0 }
  const mostMinor = most.netMinor + most.feeMinor
  const refuse = (code: RefundRefusal, ticketIds: string[] = []): RefundDecision => ({
    ok: false,
    code,
    leftMinor: mostMinor,
    ticketIds,
  })

  if (request.kind === 'tickets') {
    const ended = new Set(order.endedTicketIds)
    const valid = new Set(order.units.map(({ ticketId }) => ticketId))
    const foreign = request.ticketIds.filter((id) => !valid.has(id) && !ended.has(id))
    if (foreign.length > 0) return refuse('ticket_not_in_order', foreign)
    const twice = request.ticketIds.filter((id) => ended.has(id))
    if (twice.length > 0) return refuse('ticket_already_refunded', twice)
  }
  if (request.kind === 'amount') {
    const { amountMinor } = request
    if (!(Number.isSafeInteger(amountMinor) && amountMinor > 0)) {
      return refuse('amount_not_positive')
    }
  }
  if (mostMinor === 0) return refuse('nothing_left')
  if (request.kind === 'amount' && request.amountMinor > mostMinor) {
    return refuse('amount_above_paid')
  }

  const ending = endingWith(order, request)
  const { netMinor, feeMinor, taxMinor, feeTaxMinor } = givenFor(request, ending, most)
  const amountMinor = netMinor + feeMinor
  if (amountMinor === 0) return refuse('nothing_left')
  const explainedMinor = request.kind === 'amount' ? amountMinor : sumOfUnits(ending, 'amountMinor')
  return {
    ok: true,
    plan: {
      amountMinor,
      feeMinor,
      ...taxesWithin(taxMinor, feeTaxMinor),
      parts: ending,
      adjustmentMinor: amountMinor - explainedMinor,
      ticketIds: ending.flatMap(({ ticketId }) => ticketId ?? []),
      leftMinor: left.netMinor + left.feeMinor - amountMinor,
    },
  }
}

/**
 * The units that end with a request, without their fees if these are kept. None for an amount
 * without tickets.
 */
function endingWith(order: RefundableOrder, request: RefundRequest): OrderUnit[] {
  if (request.kind === 'amount') return []
  return endingUnits(order, request.kind === 'tickets' ? request.ticketIds : null).map((unit) =>
    request.withFees
      ? unit
      : {
          ...unit,
          feeMinor: 0,
          ...(unit.charges?.feeTax ? { charges: { ...unit.charges, feeTax: undefined } } : {}),
          amountMinor: unit.amountMinor - feeWithTaxMinor(unit),
        },
  )
}

/**
 * The units that end with these tickets, or with all if null: with the last ticket the add-ons, since no
 * ticket is left to collect them with.
 */
export function endingUnits(
  { units, endedTicketIds }: Pick<RefundableOrder, 'units' | 'endedTicketIds'>,
  ticketIds: readonly string[] | null,
): OrderUnit[] {
  const tickets = units.filter(({ ticketId }) => ticketId)
  const ending = tickets.filter(({ ticketId }) => !ticketIds || ticketIds.includes(ticketId ?? ''))
  const hadNoTickets = tickets.length === 0 && endedTicketIds.length === 0
  const endsAll =
    ending.length > 0 ? ending.length === tickets.length : ticketIds === null && hadNoTickets
  return [...ending, ...(endsAll ? units.filter(({ ticketId }) => !ticketId) : [])]
}

/** Prices less discounts and the fees beside them, both with their tax, and that tax. */
interface Money {
  netMinor: number
  feeMinor: number
  taxMinor: number
  feeTaxMinor: number
}

// The total counts, so that no split that was recorded earlier can raise it above what was charged.
export function leftOf({ charged, refunded }: RefundableOrder): Money {
  const totalMinor = Math.max(0, charged.amountMinor - refunded.amountMinor)
  const feeMinor = Math.min(totalMinor, Math.max(0, charged.feeMinor - refunded.feeMinor))
  const netMinor = totalMinor - feeMinor
  const rest = (ofCharged = 0, ofRefunded = 0) => Math.max(0, ofCharged - ofRefunded)
  return {
    netMinor,
    feeMinor,
    taxMinor: Math.min(netMinor, rest(charged.taxMinor, refunded.taxMinor)),
    feeTaxMinor: Math.min(feeMinor, rest(charged.feeTaxMinor, refunded.feeTaxMinor)),
  }
}

/**
 * Never above `most`, neither in price nor in fees nor in tax. An amount without tickets takes each in
 * proportion.
 */
function givenFor(request: RefundRequest, ending: readonly OrderUnit[], most: Money): Money {
  switch (request.kind) {
    case 'whole':
      return most
    case 'amount': {
      const weights = [most.netMinor, most.feeMinor]
      const [netMinor = 0, feeMinor = 0] = prorate(request.amountMinor, weights)
      return {
        netMinor,
        feeMinor,
        taxMinor: partIn(netMinor, most.taxMinor, most.netMinor),
        feeTaxMinor: partIn(feeMinor, most.feeTaxMinor, most.feeMinor),
      }
    }
    case 'tickets': {
      const share = (minor: number) => applyRate(minor, request.sharePpm ?? 1_000_000)
      const wholeFeeMinor = ending.reduce((sum, unit) => sum + feeWithTaxMinor(unit), 0)
      const wholeNetMinor = sumOfUnits(ending, 'amountMinor') - wholeFeeMinor
      const tax = taxSums(ending.map(({ charges }) => charges))
      const netMinor = Math.min(most.netMinor, share(wholeNetMinor))
      const feeMinor = Math.min(most.feeMinor, share(wholeFeeMinor))
      return {
        netMinor,
        feeMinor,
        taxMinor: Math.min(most.taxMinor, netMinor, share(tax?.onPricesMinor ?? 0)),
        feeTaxMinor: Math.min(most.feeTaxMinor, feeMinor, share(tax?.onFeesMinor ?? 0)),
      }
    }
  }
}

/** How much of an amount is the part that `partMinor` is of `wholeMinor`. */
const partIn = (amountMinor: number, partMinor: number, wholeMinor: number): number =>
  prorate(amountMinor, [partMinor, wholeMinor - partMinor])[0] ?? 0

/** A charge of an order, as a refund draws on it. */
export interface DrawableCharge {
  id: string
  /** What was captured, less the refunds of it that have not failed. */
  leftMinor: number
}

/**
 * Spreads a refund over the charges of an order: each gives what it has left, in the given order (the
 * newest charge first). Fees and taxes are spread in proportion. The draws add up to the refund unless the
 * charges have less left.
 */
export function drawOnCharges(
  { amountMinor, feeMinor, taxMinor = 0, feeTaxMinor = 0 }: AmountWithFee,
  charges: readonly DrawableCharge[],
): ({ id: string } & AmountWithFee)[] {
  let openMinor = amountMinor
  const draws = charges.map(({ id, leftMinor }) => {
    const drawnMinor = Math.max(0, Math.min(openMinor, leftMinor))
    openMinor -= drawnMinor
    return { id, amountMinor: drawnMinor }
  })
  const fees = prorate(
    feeMinor,
    draws.map((draw) => draw.amountMinor),
  )
  const taxes = prorate(
    taxMinor,
    draws.map((draw, index) => draw.amountMinor - (fees[index] ?? 0)),
  )
  const feeTaxes = prorate(feeTaxMinor, fees)
  return draws
    .map((draw, index) => ({
      ...draw,
      feeMinor: fees[index] ?? 0,
      ...taxesWithin(taxes[index] ?? 0, feeTaxes[index] ?? 0),
    }))
    .filter((draw) => draw.amountMinor > 0)
}
