import type { ChangedBy } from './change-policy.ts'
import { minimumChargeMinor } from './currencies.ts'
import { ALL_TICKET_TYPES, type Discount, discountFor, discountOff } from './discount.ts'
import { groupBy } from './group-by.ts'
import { prorate } from './money.ts'
import { type AmountWithFee, taxesWithin } from './money-ledger.ts'
import {
  type FrozenAmounts,
  type OrderUnit,
  receiptOf,
  sumOfUnits,
  unitsOfLine,
} from './order-units.ts'
import {
  type AppliedRule,
  buildQuote,
  buildQuoteInSteps,
  type FeeSet,
  type Quote,
  type QuoteRequestLine,
} from './quote.ts'
import type { TaxRate, TaxSums } from './tax.ts'

/** The facts of an order that the quote of a change needs. */
export interface ChangeableOrder {
  /** Its receipt as it is now, for its currency and coupon. */
  quote: Pick<Quote, 'currency' | 'coupon' | 'rules'>
  /** Its tickets and add-ons, each with the amounts at which it was bought. */
  units: readonly OrderUnit[]
  /** The discounts that its coupon still gives: {@link remainingDiscounts}. */
  discounts: readonly Discount[]
  /** In place of `discounts`, if several rules give them: {@link remainingRules}. */
  rules?: readonly AppliedRule[] | undefined
  /**
   * What was paid beyond the units and stays with the order for its next change: above 0 after a
   * cheaper change that gave nothing back, below 0 after a difference that was waived.
   */
  creditMinor: number
}

/** A ticket type as it is sold now: where a changed ticket goes. */
export interface OfferedTickets {
  ticketTypeId: string
  name: string
  unitPriceMinor: number
  feeSet: FeeSet | null
  taxRate?: TaxRate | null
}

/** One ticket and what it is exchanged for. */
export interface TicketExchange {
  ticketId: string
  to: OfferedTickets
  /** What of the new price the organizer gives, since the ticket is a gift: {@link givenMinor}. */
  givenMinor?: number
}

/**
 * What of its new price a given ticket does not cost when it moves within its type. The team moves it at
 * what was paid for it, which is usually nothing. A guest who moves it pays what the new session costs more
 * than the present one. What was paid for the ticket comes before what is given: nothing of it goes back
 * as long as the new price is not below it. Prices are without fees, in minor units.
 */
export function givenMinor(
  by: ChangedBy,
  { paidMinor, presentMinor, newMinor }: Record<'paidMinor' | 'presentMinor' | 'newMinor', number>,
): number {
  const worthMinor = by === 'organizer' ? newMinor : presentMinor
  return within(worthMinor - paidMinor, newMinor - paidMinor)
}

/** What the organizer asks for a change. */
export interface ChangeTerms {
  /** What the organizer keeps for the change itself. */
  changeFeeMinor: number
  /** Whether a cheaper order is refunded; otherwise the amount stays with the order as a credit. */
  refundsDecrease: boolean
}

/** What a change of an order costs, in minor units of the order's currency. */
export interface OrderChangeQuote {
  /** The order's receipt as it is now. */
  before: Quote
  /** The order's receipt after the change. */
  after: Quote
  /**
   * The changed tickets in the order of the exchanges, each with its unit before and the unit that
   * replaces it.
   */
  tickets: readonly { before: OrderUnit; after: OrderUnit }[]
  /** What the organizer keeps for the change itself. */
  changeFeeMinor: number
  /**
   * By how much the order costs more than was paid for it, change fee included; below 0 if it costs
   * less.
   */
  differenceMinor: number
  /**
   * True if the difference is above 0 but less than a card can be charged; nothing is charged then.
   */
  isWaived: boolean
  /** What has to be paid for the change, with the service fees within it. */
  due: AmountWithFee
  /** What is given back with the change, with the service fees within it. */
  refund: AmountWithFee
  /** What stays with the order for its next change: see {@link ChangeableOrder}. */
  creditMinor: number
}

/**
 * Quotes a change of an order; docs/pricing.md#order-changes works through the rules. Units that
 * stay keep their amounts to the cent. Changed tickets are priced by {@link buildQuote} at today's
 * price and fee. The coupon is applied to the order as it is after the change; the changed tickets get
 * the part of its discount that the units that stay do not have.
 *
 * Throws if an exchange names a ticket that the order does not have.
 */
export function quoteOrderChange(
  order: ChangeableOrder,
  exchanges: readonly TicketExchange[],
  { changeFeeMinor, refundsDecrease }: ChangeTerms,
): OrderChangeQuote {
  const { quote, units } = order
  const leaving = exchanges.map(({ ticketId }) => {
    const unit = units.find((each) => each.ticketId === ticketId)
    if (!unit) throw new Error(`Ticket ${ticketId} is not one of the order`)
    return unit
  })
  const staying = units.filter((unit) => !leaving.includes(unit))
  const entering = priceEntering(order, staying, leaving, exchanges)
  const before = receiptOf(units, quote)
  const after = receiptOf([...staying, ...entering], quote)
  const paidMinor = before.totalMinor + order.creditMinor
  const differenceMinor = after.totalMinor + changeFeeMinor - paidMinor
  const isCharged = differenceMinor >= Math.max(1, minimumChargeMinor(quote.currency))
  const dueMinor = isCharged ? differenceMinor : 0
  // A credit of earlier changes is never paid out: the policy of the change that left it said so.
  const decreaseMinor = before.totalMinor - after.totalMinor - changeFeeMinor
  const refundMinor = refundsDecrease ? Math.max(0, Math.min(-differenceMinor, decreaseMinor)) : 0
  return {
    before,
    after,
    tickets: leaving.map((unit, index) => ({ before: unit, after: entering[index] ?? unit })),
    changeFeeMinor,
    differenceMinor,
    isWaived: differenceMinor > 0 && !isCharged,
    due: partsWithin(dueMinor, partsBetween(before, after)),
    refund: partsWithin(refundMinor, partsBetween(after, before)),
    // A waived or kept difference is counted at the next change. `|| 0` avoids a negative zero.
    creditMinor: dueMinor - refundMinor - differenceMinor || 0,
  }
}

/**
 * The quote with a refund that is not above what the charges of the order have left, after refunds for
 * which no ticket ended. The rest stays with the order as a credit.
 */
export function refundWithin(quote: OrderChangeQuote, leftMinor: number): OrderChangeQuote {
  const amountMinor = within(quote.refund.amountMinor, leftMinor)
  return {
    ...quote,
    refund: partsWithin(amountMinor, quote.refund),
    creditMinor: quote.creditMinor + quote.refund.amountMinor - amountMinor,
  }
}

const within = (minor: number, mostMinor: number) => Math.max(0, Math.min(minor, mostMinor))

/** By how much fees and taxes are more in one receipt than in another; below 0 if they are less. */
function partsBetween(from: Quote, to: Quote): Omit<AmountWithFee, 'amountMinor'> {
  const more = (of: keyof TaxSums) => (to.tax?.[of] ?? 0) - (from.tax?.[of] ?? 0)
  return {
    feeMinor: to.feeMinor - from.feeMinor + more('addedOnFeesMinor'),
    taxMinor: more('onPricesMinor'),
    feeTaxMinor: more('onFeesMinor'),
  }
}

/** An amount with its fees and taxes, which are never above it. */
function partsWithin(
  amountMinor: number,
  parts: Omit<AmountWithFee, 'amountMinor'>,
): AmountWithFee {
  const feeMinor = within(parts.feeMinor, amountMinor)
  return {
    amountMinor,
    feeMinor,
    ...taxesWithin(
      within(parts.taxMinor ?? 0, amountMinor - feeMinor),
      within(parts.feeTaxMinor ?? 0, feeMinor),
    ),
  }
}

/** The units that take the place of the leaving ones, in their order. */
function priceEntering(
  { quote, discounts, rules }: ChangeableOrder,
  staying: readonly OrderUnit[],
  leaving: readonly OrderUnit[],
  exchanges: readonly TicketExchange[],
): OrderUnit[] {
  // A coupon does not apply to tickets that were held after it was judged, nor to the tickets that
  // replace them.
  const isDiscounted = (unit: OrderUnit) =>
    unit.discountMinor > 0 ||
    !(rules ?? [{ discounts }]).some((each) => discountFor(each.discounts, unit.id))
  const wanted = exchanges.map(({ to, givenMinor = 0 }, index) => {
    const from = leaving[index]
    const unitPriceMinor = to.unitPriceMinor - givenMinor
    return { ...to, unitPriceMinor, index, isDiscounted: from !== undefined && isDiscounted(from) }
  })
  const groups = [
    ...groupBy(wanted, ({ ticketTypeId, unitPriceMinor, feeSet, taxRate, isDiscounted: isOff }) =>
      JSON.stringify([ticketTypeId, unitPriceMinor, feeSet, taxRate, isOff]),
    ).values(),
  ]
  const lines = groups.flatMap((group) =>
    group
      .slice(0, 1)
      .map(({ ticketTypeId: id, name, unitPriceMinor, feeSet, taxRate, ...line }) => ({
        kind: 'ticket' as const,
        id,
        name,
        quantity: group.length,
        unitPriceMinor,
        feeSet,
        taxRate,
        isDiscounted: line.isDiscounted,
      })),
  )
  const priced = rules
    ? priceInSteps(rules, staying.filter(isDiscounted), lines, quote.currency)
    : buildQuote(lines, quote.currency, leftOf())
  const entering: OrderUnit[] = []
  for (const [at, group] of groups.entries()) {
    const line = priced.lines[at]
    const units = line ? unitsOfLine(line) : []
    for (const [rank, { index }] of group.entries()) {
      const unit = units[rank]
      if (unit) entering[index] = unit
    }
  }
  return entering

  function leftOf(): Discount[] {
    return discounts.map((discount): Discount => {
      const isOf = (typeId: string) => discountFor(discounts, typeId) === discount
      const keeping = staying.filter(
        (unit) => unit.kind === 'ticket' && isOf(unit.id) && isDiscounted(unit),
      )
      const enteringMinor = lines
        .filter((line) => isOf(line.id) && line.isDiscounted)
        .reduce((sum, line) => sum + line.unitPriceMinor * line.quantity, 0)
      const offMinor = discountOff(discount, sumOfUnits(keeping, 'priceMinor') + enteringMinor)
      return {
        ticketTypeId: discount.ticketTypeId,
        discountType: 'fixed',
        amountMinor: Math.max(0, offMinor - sumOfUnits(keeping, 'discountMinor')),
      }
    })
  }
}

/**
 * Prices entering lines by several rules: these apply to the order as it is after the change, and the
 * lines get the part that the discounted units that stay do not have.
 */
function priceInSteps(
  rules: readonly AppliedRule[],
  staying: readonly OrderUnit[],
  lines: readonly QuoteRequestLine[],
  currency: string,
): Quote {
  const kept = staying.map(
    ({ kind, id, name, priceMinor: unitPriceMinor }): QuoteRequestLine => ({
      kind,
      id,
      name,
      unitPriceMinor,
      quantity: 1,
      feeSet: null,
    }),
  )
  const steps = rules.map(({ discounts }) => ({
    discounts,
    isIn: (line: QuoteRequestLine) => line.isDiscounted !== false,
  }))
  const { quote } = buildQuoteInSteps([...kept, ...lines], currency, steps)
  const wanted = quote.lines.slice(kept.length).map(({ discountMinor = 0 }) => discountMinor)
  const room = lines.map((line, at) =>
    line.isDiscounted === false ? 0 : line.unitPriceMinor * line.quantity - (wanted[at] ?? 0),
  )
  const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
  const offMinor = Math.max(0, quote.discountMinor - sumOfUnits(staying, 'discountMinor'))
  const usual = prorate(Math.min(offMinor, sum(wanted)), wanted)
  const more = prorate(Math.min(Math.max(0, offMinor - sum(wanted)), sum(room)), room)
  const shares = lines.map((line, at) => ({
    discounts: [
      {
        ticketTypeId: ALL_TICKET_TYPES,
        discountType: 'fixed' as const,
        amountMinor: (usual[at] ?? 0) + (more[at] ?? 0),
      },
    ],
    isIn: (each: QuoteRequestLine) => each === line,
  }))
  return buildQuoteInSteps(lines, currency, shares).quote
}

/**
 * The discounts that a coupon still gives. A fixed amount is reduced by the share of cancelled
 * tickets, because that share went with their refund.
 */
export const remainingDiscounts = (
  discounts: readonly Discount[],
  cancelled: readonly { ticketTypeId: string; discountMinor: number }[],
): Discount[] =>
  discounts.map((discount) => {
    if (discount.discountType !== 'fixed') return discount
    const goneMinor = cancelled
      .filter(({ ticketTypeId }) => discountFor(discounts, ticketTypeId) === discount)
      .reduce((sum, ticket) => sum + ticket.discountMinor, 0)
    return { ...discount, amountMinor: Math.max(0, discount.amountMinor - goneMinor) }
  })

/** {@link remainingDiscounts} of several rules: each has lost its share of the cancelled discounts. */
export function remainingRules(
  rules: readonly AppliedRule[],
  cancelled: readonly { ticketTypeId: string; discountMinor: number }[],
): AppliedRule[] {
  const weights = rules.map(({ discountMinor }) => discountMinor)
  const shares = cancelled.map((ticket) => ({
    ...ticket,
    ofRules: prorate(ticket.discountMinor, weights),
  }))
  return rules.map((rule, at) => ({
    ...rule,
    discounts: remainingDiscounts(
      rule.discounts,
      shares.map(({ ofRules, ...ticket }) => ({ ...ticket, discountMinor: ofRules[at] ?? 0 })),
    ),
  }))
}

/**
 * The quote of the charge for a change. Its total is the amount charged. It has no lines, because a
 * difference is paid. Its prices and fees are with their tax.
 */
export function quoteOfCharge({ due, after }: Pick<OrderChangeQuote, 'due' | 'after'>): Quote {
  const { taxMinor: onPricesMinor = 0, feeTaxMinor: onFeesMinor = 0 } = due
  const tax = { addedMinor: 0, addedOnFeesMinor: 0, onPricesMinor, onFeesMinor }
  return {
    currency: after.currency,
    lines: [],
    ticketCount: 0,
    subtotalMinor: due.amountMinor - due.feeMinor,
    discountMinor: 0,
    feeMinor: due.feeMinor,
    ...(onPricesMinor + onFeesMinor > 0 ? { tax } : {}),
    totalMinor: due.amountMinor,
  }
}

/** A ticket that is exchanged for another, or that ends. */
export interface ChangedTicket {
  number: number
  before: ChangedTicketSide
  /** Null if the ticket ends without a replacement. */
  after: ChangedTicketSide | null
}

export interface ChangedTicketSide extends FrozenAmounts {
  ticketId: string
  sessionId: string
  ticketTypeId: string
  typeName: string
}

/** What the history of an order stores of a change. */
export interface ChangeDetails {
  /** Absent in corrections that were entered when the history was introduced. */
  tickets?: readonly ChangedTicket[]
  /** The refunds that were decided with it. */
  refundIds?: readonly string[]
}
