import { type Refused, refused } from '@foyer/contract'
import { feeMinorOf, MAX_LINES_PER_CART } from '@foyer/domain'
import type { Book } from '../book.ts'
import type { AddOnLine, LaneHold, StockLine } from '../lane-types.ts'
import { ticketsIn } from '../places.ts'
import { amountTooHigh } from '../refusals.ts'

const OTHER_EVENT = refused(
  'other_event_in_cart',
  'Your cart holds tickets for another event. Buy or release them first, or start a new cart.',
)

const FULL = refused(
  'cart_full',
  `A cart can hold at most ${MAX_LINES_PER_CART} kinds of tickets. Buy these first, or start a new cart.`,
  { maximum: MAX_LINES_PER_CART },
)

/** Why lines do not fit into a cart. */
export type CartCode = 'other_event_in_cart' | 'cart_full' | 'amount_too_high'

/**
 * Why a cart may not hold these lines beside what it keeps: a cart has one event, a bounded number of
 * lines, and a total that can be charged. All the places concerned are locked, and the lines are on
 * sale; a coupon may lower the total only later, so it is not counted.
 */
export function cartProblem(
  book: Book,
  content: CartContent,
  currency: string,
): Refused<CartCode> | null {
  const { kept, lines } = content
  const tickets = [...ticketsIn(kept), ...lines]
  const eventIds = new Set(tickets.map(({ sessionId }) => book.offerOf(sessionId)?.eventId))
  if (eventIds.size > 1) return OTHER_EVENT
  if (tickets.length > MAX_LINES_PER_CART) return FULL
  return totalProblem(book, content, currency)
}

/** The same for lines that are known to be few and of one event. */
export function totalProblem(
  book: Book,
  { kept, lines, addOns }: CartContent,
  currency: string,
): Refused<'amount_too_high'> | null {
  let totalMinor = 0
  for (const { unitPriceMinor, quantity, feeSet } of kept) {
    totalMinor += unitPriceMinor * quantity + feeMinorOf(unitPriceMinor, quantity, feeSet)
  }
  for (const { sessionId, ticketTypeId, quantity } of lines) {
    const type = book.offerOf(sessionId)?.types.get(ticketTypeId)
    const unitPriceMinor = type?.unitPriceMinor ?? 0
    totalMinor += unitPriceMinor * quantity
    totalMinor += feeMinorOf(unitPriceMinor, quantity, type?.feeSet ?? null)
  }
  for (const { unitPriceMinor, quantity } of addOns) totalMinor += unitPriceMinor * quantity
  return amountTooHigh(totalMinor, currency)
}

interface CartContent {
  /** What the cart holds already and keeps. */
  kept: readonly LaneHold[]
  /** Tickets to hold. */
  lines: readonly StockLine[]
  addOns: readonly Pick<AddOnLine, 'unitPriceMinor' | 'quantity'>[]
}
