import { type Refused, refused } from '@foyer/contract'
import { feeMinorOf } from '@foyer/domain'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { tooManyLines } from '../offers/offer-rules.ts'
import { amountTooHigh } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'
import type { AddOnLine } from './cart-types.ts'

const OTHER_EVENT = refused(
  'other_event_in_cart',
  'Your cart holds tickets for another event. Buy or release them first, or start a new cart.',
)

export type CartCode = 'other_event_in_cart' | 'cart_full' | 'amount_too_high'

/**
 * Says why a cart may not hold these lines beside the holds that it keeps: a cart has one event, a
 * bounded number of lines, and a total that can be charged. All its sessions must be locked, and
 * the lines on sale. A coupon is not counted, since it can only lower the total. A quote does not
 * apply this rule, because it knows no cart: engine/offers/offer-rules.ts has what both refuse.
 */
export function cartProblem(book: Book, content: CartContent): Refused<CartCode> | null {
  const { kept, lines } = content
  const tickets = [...ticketsIn(kept), ...lines]
  const eventIds = new Set(tickets.map(({ sessionId }) => book.offers.offerOf(sessionId)?.eventId))
  if (eventIds.size > 1) return OTHER_EVENT
  return tooManyLines(tickets) ?? totalProblem(book, content)
}

/** Checks the total alone, for lines that are known to be few and of one event. */
export function totalProblem(
  book: Book,
  { kept, lines, addOns }: CartContent,
): Refused<'amount_too_high'> | null {
  let totalMinor = 0
  for (const { unitPriceMinor, quantity, feeSet } of kept) {
    totalMinor += unitPriceMinor * quantity + feeMinorOf(unitPriceMinor, quantity, feeSet)
  }
  for (const { sessionId, ticketTypeId, quantity } of lines) {
    const type = book.offers.offerOf(sessionId)?.types.get(ticketTypeId)
    const unitPriceMinor = type?.unitPriceMinor ?? 0
    totalMinor += unitPriceMinor * quantity
    totalMinor += feeMinorOf(unitPriceMinor, quantity, type?.feeSet ?? null)
  }
  for (const { unitPriceMinor, quantity } of addOns) totalMinor += unitPriceMinor * quantity
  const [first] = [...ticketsIn(kept), ...lines]
  const currency = first && book.offers.offerOf(first.sessionId)?.currency
  if (!currency) throw new Error('The sessions of all lines are known')
  return amountTooHigh(totalMinor, currency)
}

interface CartContent {
  /** What the cart holds already and keeps. */
  kept: readonly LaneHold[]
  /** Tickets to hold. */
  lines: readonly StockLine[]
  addOns: readonly Pick<AddOnLine, 'unitPriceMinor' | 'quantity'>[]
}
