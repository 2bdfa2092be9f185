import { granted, type Refused, type Result, refused } from '@foyer/contract'
import {
  accessTo,
  customerExcess,
  NO_ORDER_LIMITS,
  whyCodeNotValid,
  whyNotOnSale,
} from '@foyer/domain'
import type { CartRef } from '../carts/cart-types.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { Widen } from '../lanes/widen.ts'
import { aboveOrderMaximum, belowOrderMinimum, offerIn } from '../offers/offer-rules.ts'
import { CODE_NOT_VALID, CODE_USED_UP } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'
import { customerKey, type LaneAccessCode } from './sales-book.ts'

/** Rules that need what several carts have: the uses of access codes, and the tickets of a customer. */

export type AccessCode = 'access_code_not_valid' | 'access_code_used_up'

/**
 * The access code that lines need to be sold; null if they need none or no code was sent. A code that is
 * not needed is neither judged nor used: once sales are open to everybody, an old code changes nothing.
 */
export function neededCode(
  book: Book,
  cart: CartRef,
  lines: readonly StockLine[],
  codeId: string | undefined,
): Result<LaneAccessCode | null, AccessCode> {
  if (!codeId || !lines.some((line) => needsCode(book, line))) return granted(null)
  const code = book.sales.codeOf(codeId)
  const eventId = lines[0] && book.offers.offerOf(lines[0].sessionId)?.eventId
  if (!code || code.eventId !== eventId || whyCodeNotValid(code, book.now)) return CODE_NOT_VALID
  return book.sales.hasUse(code, cart.id) ? granted(code) : CODE_USED_UP
}

/** Whether a code could change that a line is not on sale. */
function needsCode(book: Book, { sessionId, ticketTypeId }: StockLine): boolean {
  const offer = offerIn(book.offers, sessionId, ticketTypeId)
  if (!offer || !whyNotOnSale(offer, book.now)) return false
  return !whyNotOnSale(offer, book.now, { unlocks: true, opensEarly: true })
}

/** What a code opens of a type. */
export const opened = (code: LaneAccessCode | null, { ticketTypeId }: StockLine) =>
  accessTo(code, ticketTypeId)

const limitsOf = (book: Book, lines: readonly StockLine[]) => {
  const [first] = lines
  return (first && book.offers.offerOf(first.sessionId)?.limits) ?? NO_ORDER_LIMITS
}

const quantityOf = (lines: readonly StockLine[]) =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** Refuses a cart of locked sessions that holds more tickets than an order may have. */
export const tooManyInOrder = (
  book: Book,
  tickets: readonly StockLine[],
): Refused<'quantity_above_maximum'> | null =>
  aboveOrderMaximum({ limits: limitsOf(book, tickets), quantity: quantityOf(tickets) })

/** Refuses a cart of locked sessions that holds fewer tickets than an order must have. */
export const tooFewInOrder = (
  book: Book,
  tickets: readonly StockLine[],
): Refused<'quantity_below_minimum'> | null =>
  belowOrderMinimum({ limits: limitsOf(book, tickets), quantity: quantityOf(tickets) })

/**
 * Refuses a cart that is about to be paid, if its customer would have more tickets than one customer may
 * have; otherwise notes whose cart it is; `isBought`: its order is made by this
 * operation. Costs nothing in an event that does not limit its customers.
 */
export function customerProblem(
  book: Book,
  live: readonly LaneHold[],
  email: string,
  { isBought = false }: { isBought?: boolean } = {},
): Refused<'customer_limit_reached'> | Widen | null {
  const tickets = ticketsIn(live)
  const [first] = tickets
  const session = first && book.offers.offerOf(first.sessionId)
  if (!session) return null
  const typeOf = ({ sessionId, ticketTypeId }: StockLine) =>
    book.offers.offerOf(sessionId)?.types.get(ticketTypeId)
  const ofEvent = session.limits.maxPerCustomer
  if (ofEvent === null && tickets.every((line) => typeOf(line)?.maxPerCustomer == null)) return null
  const key = customerKey(session.eventId, email)
  const has = book.sales.ticketsOf(key, first.cart.id)
  if (!has) return { widenTo: [], customerKeys: [key] }
  const wanted = new Map<string, number>()
  for (const { ticketTypeId, quantity } of tickets) {
    wanted.set(ticketTypeId, (wanted.get(ticketTypeId) ?? 0) + quantity)
  }
  const excess = customerExcess(has, wanted, {
    ofEvent,
    ofType: (id) => session.types.get(id)?.maxPerCustomer ?? null,
  })
  if (!excess) {
    book.sales.pays(key, first.cart.id, wanted, isBought)
    return null
  }
  const { maximum, typeId } = excess
  const name = typeId && session.types.get(typeId)?.name
  const what = name ? `${name} tickets` : 'tickets of this event'
  // How many the customer has is not said: anybody may type anybody's address.
  return refused(
    'customer_limit_reached',
    `At most ${maximum} ${what} are sold to one customer, over all orders. Nothing was charged.`,
    { maximum, ...(typeId && { ticketTypeId: typeId }) },
  )
}
