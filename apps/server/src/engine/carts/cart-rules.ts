import { type Refused, refused } from '@foyer/contract'
import { buildQuote, type QuoteRequestLine } from '@foyer/domain'
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

const NOT_FOR_SALE = refused(
  'payments_not_ready',
  'This organizer cannot take payments yet, so nothing was reserved or charged. Please come back later.',
)

export type CartCode = 'other_event_in_cart' | 'cart_full' | TotalCode
type TotalCode = 'amount_too_high' | 'payments_not_ready'

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
export function totalProblem(book: Book, content: CartContent): Refused<TotalCode> | null {
  const { lines, currency } = requestLines(book, content)
  const { totalMinor } = buildQuote(lines, currency)
  if (totalMinor > 0 && content.takesPayments === false) return NOT_FOR_SALE
  return amountTooHigh(totalMinor, currency)
}

/** What a cart would hold as lines to price, at the prices of today for what it does not hold yet. */
export function requestLines(
  book: Book,
  { kept, lines, addOns }: CartContent,
): { lines: QuoteRequestLine[]; currency: string } {
  const [first] = [...ticketsIn(kept), ...lines]
  const currency = first && book.offers.offerOf(first.sessionId)?.currency
  if (!currency) throw new Error('The sessions of all lines are known')
  return {
    currency,
    lines: [
      ...ticketsIn(kept).map((hold) => ({
        kind: 'ticket' as const,
        id: hold.ticketTypeId,
        name: '',
        quantity: hold.quantity,
        unitPriceMinor: hold.unitPriceMinor,
        feeSet: hold.feeSet,
        taxRate: hold.taxRate,
      })),
      ...lines.map(({ sessionId, ticketTypeId, quantity }) => {
        const type = book.offers.offerOf(sessionId)?.types.get(ticketTypeId)
        const { feeSet = null, taxRate } = type ?? {}
        return {
          kind: 'ticket' as const,
          id: ticketTypeId,
          name: type?.name ?? '',
          quantity,
          unitPriceMinor: type?.unitPriceMinor ?? 0,
          feeSet,
          taxRate,
        }
      }),
      // An add-on with a stock has a hold as well; this list has each add-on once.
      ...[...book.carts.addOnsOn(kept), ...addOns].map(
        ({ feeSet = null, quantity, unitPriceMinor, taxRate }) => ({
          kind: 'addOn' as const,
          id: '',
          name: '',
          quantity,
          unitPriceMinor,
          feeSet,
          taxRate,
        }),
      ),
    ],
  }
}

/** What a cart holds, and what it would hold in addition. */
export interface CartContent {
  /** What the cart holds already and keeps. */
  kept: readonly LaneHold[]
  /** Tickets to hold. */
  lines: readonly StockLine[]
  addOns: readonly Pick<AddOnLine, 'unitPriceMinor' | 'quantity' | 'feeSet' | 'taxRate'>[]
  /** False: only what costs nothing may be held. */
  takesPayments?: boolean | undefined
}
