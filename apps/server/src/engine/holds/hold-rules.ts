import type { Refused } from '@foyer/contract'
import { holdEndsAt, whyNotOnSale } from '@foyer/domain'
import type { CartRef } from '../carts/cart-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import {
  type NotOnSaleCode,
  notOnSale,
  offerIn,
  opensAtOf,
  type QuantityCode,
  typeNotOffered,
  wrongQuantity,
} from '../offers/offer-rules.ts'
import { SESSION_NOT_FOUND } from '../refusals.ts'
import type { LaneAccessCode } from '../sales/sales-book.ts'
import { opened } from '../sales/sales-rules.ts'
import type { StockLine } from '../stock/stock-types.ts'
import { type HoldAllowance, heldTickets } from './hold-allowance.ts'
import type { LaneHold, RequestKey } from './hold-types.ts'

/** Why a line cannot be held, regardless of the stock. */
export type LineCode = 'session_not_found' | NotOnSaleCode | QuantityCode

/** Who asks to hold something, and by which request. */
export interface HoldRequest {
  cart: CartRef
  request: RequestKey | null
  /**
   * The cart's browser got its identity by this very request. Nobody else knows it yet, so nothing is
   * held in the cart, no earlier request had the key, and no other can fill the cart meanwhile.
   */
  isNewBrowser?: boolean
  /** The access code that the request was sent with. */
  accessCodeId?: string | undefined
  /** False: the organizer cannot be paid, so only what costs nothing is held. */
  takesPayments?: boolean
  /** The shop sells nothing new. What is held, and what was granted before, stays. */
  isShopStopped?: boolean
}

/**
 * What an operation reads to hold something for a cart: the rules that it is judged by, and nothing else
 * if the browser is new, because it has no cart yet.
 */
export const cartNeeds = ({ cart, request, isNewBrowser = false, accessCodeId }: HoldRequest) => ({
  ...(isNewBrowser
    ? {}
    : {
        cartIds: [cart.id],
        ownCartIds: [cart.id],
        requestKeys: request ? [request.key] : [],
      }),
  judgedCartIds: [cart.id],
  ...(accessCodeId ? { accessCodeIds: [accessCodeId], accessCartIds: [cart.id] } : {}),
})

/**
 * Refuses lines that are not on sale, or have a quantity that their type is not sold in. `code` is the
 * access code that opens some of them. It does not check the stock.
 */
export function problemWith(
  book: Book,
  lines: readonly StockLine[],
  { eventId, code = null }: { eventId?: string; code?: LaneAccessCode | null } = {},
): Refused<LineCode> | null {
  for (const line of lines) {
    const { sessionId, ticketTypeId, quantity } = line
    const session = book.offers.offerOf(sessionId)
    const offer = offerIn(book.offers, sessionId, ticketTypeId)
    if (!session || !offer || (eventId && session.eventId !== eventId)) {
      return SESSION_NOT_FOUND
    }
    const reason = whyNotOnSale(offer, book.now, opened(code, line))
    if (reason) return notOnSale(reason, ticketTypeId, opensAtOf(offer))
    const type = session.types.get(ticketTypeId)
    if (!type) return typeNotOffered(ticketTypeId)
    const wrong = wrongQuantity({ ...type, quantity }, ticketTypeId)
    if (wrong) return wrong
  }
  return null
}

/**
 * Counts lines that are about to be granted towards the client's limit, and `freed` as given back.
 */
export function takeAllowance(
  book: Book,
  allowance: HoldAllowance | undefined,
  lines: readonly StockLine[],
  freed: readonly LaneHold[] = [],
): Refused<'too_many_held'> | null {
  if (!allowance) return null
  const { now } = book
  const endsAt = holdEndsAt(now)
  return allowance.take({
    now,
    added: heldTickets(book, lines, () => endsAt),
    removed: heldTickets(book, freed, (hold) => hold.expiresAt),
  })
}

/** Takes holds that are released or sold off the client's limit. */
export function returnAllowance(
  book: Book,
  allowance: HoldAllowance | undefined,
  freed: readonly LaneHold[],
): void {
  const removed = heldTickets(book, freed, (hold) => hold.expiresAt)
  allowance?.take({ now: book.now, added: [], removed })
}
