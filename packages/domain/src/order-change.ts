import { minimumChargeMinor } from './currencies.ts'
import { type Discount, discountFor } from './discount.ts'
import { buildQuote, type FeeSet, type Quote, type QuoteRequestLine } from './quote.ts'
import { refundPartsOf } from './refund-parts.ts'

/** Tickets of one type in one session, with the price and the fee set they were bought at. */
export interface SoldTickets {
  sessionId: string
  ticketTypeId: string
  quantity: number
  unitPriceMinor: number
  feeSet: FeeSet | null
}

/** What has happened to a ticket. */
interface TicketUse {
  isCancelled: boolean
  /** It was used at the door. */
  isRedeemed: boolean
}

/**
 * Whether a ticket of an order was used at the door. Such an order is not changed any more: its
 * buyer has had what was bought.
 */
export const isPartlyUsed = (tickets: readonly TicketUse[]): boolean =>
  tickets.some(({ isCancelled, isRedeemed }) => isRedeemed && !isCancelled)

/** What a quote of a change has to know of an order. */
export interface ChangeableOrder {
  /** The quote it was bought with. */
  quote: Quote
  /** All tickets it ever had, with the type and the price they were sold at. */
  tickets: readonly (TicketUse & { id: string; ticketTypeId: string; priceMinor: number })[]
  /** The tickets it still has. */
  sold: readonly SoldTickets[]
  /** What its coupon gave, as it was frozen; none without a coupon. */
  discounts: readonly Discount[]
}

/** A ticket type as it is sold now: where the changed tickets go. */
export interface OfferedTickets {
  ticketTypeId: string
  name: string
  unitPriceMinor: number
  feeSet: FeeSet | null
}

/** Tickets of one line that change together. What is left of the line stays as it is. */
export interface TicketChange {
  from: SoldTickets
  quantity: number
  to: OfferedTickets
}

/** What a change of an order costs, in minor units of the order's currency. */
export interface OrderChangeQuote {
  /** What the order has now, at the prices, fees and discount it was bought with. */
  before: Quote
  /** The order as it would be: changed tickets at today's price and fee, the discount as before. */
  after: Quote
  /** `after` less `before`: below 0 if the order would cost less. */
  differenceMinor: number
  /** Above 0, but less than a card can be charged: nothing is asked for it. */
  isWaived: boolean
  /** What has to be paid for the change. Nothing is given back for a cheaper order. */
  dueMinor: number
}

/**
 * Quotes a change of an order: the order as it would be, priced by {@link buildQuote}, less the order
 * as it was bought. The rules are worked in docs/pricing.md#order-changes.
 */
export function quoteOrderChange(
  order: ChangeableOrder,
  changes: readonly TicketChange[],
): OrderChangeQuote {
  const { currency } = order.quote
  const discounts = remainingDiscounts(order)
  const before: QuoteRequestLine[] = []
  const after: QuoteRequestLine[] = []
  for (const from of order.sold) {
    const shared = { kind: 'ticket' as const, isDiscounted: isDiscounted(order, from) }
    const { ticketTypeId: id, quantity, unitPriceMinor, feeSet } = from
    const line = { ...shared, id, name: nameOf(order, id), quantity, unitPriceMinor, feeSet }
    before.push(line)
    const changing = changes.filter((change) => change.from === from)
    const gone = changing.reduce((sum, change) => sum + change.quantity, 0)
    after.push({ ...line, quantity: quantity - gone })
    for (const { to, quantity: changed } of changing) {
      after.push({
        ...shared,
        id: to.ticketTypeId,
        name: to.name,
        quantity: changed,
        unitPriceMinor: to.unitPriceMinor,
        feeSet: to.feeSet,
      })
    }
  }
  for (const { kind, id, name, quantity, unitPriceMinor } of order.quote.lines) {
    if (kind !== 'addOn') continue
    const line = { kind, id, name, quantity, unitPriceMinor, feeSet: null }
    before.push(line)
    after.push(line)
  }
  const { coupon } = order.quote
  const quoteOf = (lines: readonly QuoteRequestLine[]): Quote => {
    const quote = buildQuote(lines, currency, discounts)
    return coupon && quote.discountMinor > 0 ? { ...quote, coupon } : quote
  }
  const quotes = { before: quoteOf(before), after: quoteOf(after) }
  const differenceMinor = quotes.after.totalMinor - quotes.before.totalMinor
  const isCharged = differenceMinor >= Math.max(1, minimumChargeMinor(currency))
  return {
    ...quotes,
    differenceMinor,
    isWaived: differenceMinor > 0 && !isCharged,
    dueMinor: isCharged ? differenceMinor : 0,
  }
}

const nameOf = ({ quote }: ChangeableOrder, typeId: string): string =>
  quote.lines.find(({ kind, id }) => kind === 'ticket' && id === typeId)?.name ?? ''

/**
 * Whether the order's coupon pays for these tickets. It does not pay for tickets that were held after
 * it was judged: their line has no discount although one is given for their type.
 */
function isDiscounted({ quote, discounts }: ChangeableOrder, sold: SoldTickets): boolean {
  if (!discountFor(discounts, sold.ticketTypeId)) return true
  const lines = quote.lines.filter(
    ({ kind, id, unitPriceMinor }) =>
      kind === 'ticket' && id === sold.ticketTypeId && unitPriceMinor === sold.unitPriceMinor,
  )
  return lines.length === 0 || lines.some((line) => line.discountMinor)
}

/** An amount off is less what the cancelled tickets had of it: their share went with their refund. */
function remainingDiscounts(order: ChangeableOrder): Discount[] {
  const cancelled = new Set(order.tickets.flatMap((each) => (each.isCancelled ? each.id : [])))
  const gone = refundPartsOf(order).filter(({ ticketId }) => ticketId && cancelled.has(ticketId))
  return order.discounts.map((discount) => {
    if (discount.discountType !== 'fixed') return discount
    const goneMinor = gone
      .filter(({ id }) => discountFor(order.discounts, id) === discount)
      .reduce((sum, part) => sum + part.discountMinor, 0)
    return { ...discount, amountMinor: discount.amountMinor - goneMinor }
  })
}
