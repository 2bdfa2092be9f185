import { type Refused, refused } from '@foyer/contract'
import {
  MAX_LINES_PER_CART,
  type NotOnSale,
  type Offer,
  SESSION_STATES,
  whySessionNotOnSale,
} from '@foyer/domain'
import type { SessionOffer } from './offer-types.ts'

/**
 * The rules of what may be bought, and their refusals: quotes, cart items, holds and reschedules
 * refuse the same thing with the same code and text. A rule belongs here if a quote can apply it,
 * before anything is held; engine/carts/cart-rules.ts has those that need the locked cart.
 */

/** What is on sale: the books of a batch, or the rows that a call has read. */
export interface Offers {
  readonly now: Date
  offerOf(sessionId: string): SessionOffer | undefined
  /** Whether the session has a pool for the type. */
  sells(sessionId: string, ticketTypeId: string): boolean
}

/**
 * A type in a session, in the shape that `whyNotOnSale` judges; undefined for an unknown session.
 */
export function offerIn(
  offers: Offers,
  sessionId: string,
  ticketTypeId: string,
): Offer | undefined {
  const session = offers.offerOf(sessionId)
  const type = session?.types.get(ticketTypeId)
  return (
    session && {
      session,
      isStocked: type !== undefined && offers.sells(sessionId, ticketTypeId),
      isArchived: type?.isArchived ?? false,
      priceMinor: type?.unitPriceMinor ?? null,
    }
  )
}

/**
 * Whether what is held of a stock item may still be paid: not in a session that was called off. Holds
 * are not ended when it is called off; they expire like any other.
 */
export function isHonoured(offers: Offers, { sessionId }: { sessionId: string }): boolean {
  const session = offers.offerOf(sessionId)
  return session === undefined || SESSION_STATES[session.state].isHonoured
}

/** Whether a session is on sale now, whatever it has left. */
export function isOnSale(offers: Offers, sessionId: string): boolean {
  const session = offers.offerOf(sessionId)
  return session !== undefined && whySessionNotOnSale(session, offers.now) === null
}

const SALES_CLOSED = refused(
  'sales_closed',
  'Sales for this time have closed. Please choose another time.',
)

export type NotOnSaleCode = 'sales_closed' | 'ticket_type_not_found' | 'price_not_ready'

/** The refusal for a ticket type that is not on sale in a session. */
export function notOnSale(reason: NotOnSale, ticketTypeId: string): Refused<NotOnSaleCode> {
  switch (reason) {
    case 'type_not_offered':
      return typeNotOffered(ticketTypeId)
    case 'not_priced':
      return refused(
        'price_not_ready',
        'Dynamic pricing is still loading. Please wait a moment or try refreshing the page.',
        { ticketTypeId },
      )
    case 'event_not_published':
    case 'session_closed':
    case 'sales_ended':
      return SALES_CLOSED
  }
}

/** The refusal for a ticket type that does not exist, is archived, or is not sold in the session. */
export const typeNotOffered = (ticketTypeId: string): Refused<'ticket_type_not_found'> =>
  refused('ticket_type_not_found', 'This ticket type is no longer on sale.', { ticketTypeId })

export const addOnNotOffered = (addOnId: string): Refused<'add_on_not_found'> =>
  refused('add_on_not_found', 'This add-on is no longer on sale.', { addOnId })

/** A line's quantity of one ticket type or add-on, and the maximum of a line. */
interface BoundedLine {
  name: string
  quantity: number
  maxQuantity: number
}

type TooMany = Refused<'quantity_above_maximum'> | null

/**
 * Refuses a line with more tickets of a type than one line may have; null if the line is within it.
 */
export const aboveTypeMaximum = (line: BoundedLine, ticketTypeId: string): TooMany =>
  aboveMaximum(line, `${line.name} tickets`, { ticketTypeId })

/** Refuses a line with more of an add-on than one line may have; null if the line is within it. */
export const aboveAddOnMaximum = (line: BoundedLine, addOnId: string): TooMany =>
  aboveMaximum(line, `of ${line.name}`, { addOnId })

function aboveMaximum(
  { quantity, maxQuantity: maximum }: BoundedLine,
  what: string,
  details: { ticketTypeId: string } | { addOnId: string },
): TooMany {
  if (quantity <= maximum) return null
  const text = `At most ${maximum} ${what} can be bought at once.`
  return refused('quantity_above_maximum', text, { ...details, maximum })
}

const FULL = refused(
  'cart_full',
  `A cart can hold at most ${MAX_LINES_PER_CART} kinds of tickets. Buy these first, or start a new cart.`,
  { maximum: MAX_LINES_PER_CART },
)

/** Refuses a cart with more lines of tickets, over all its sessions, than a cart may have. */
export const tooManyLines = (ticketLines: readonly unknown[]): Refused<'cart_full'> | null =>
  ticketLines.length > MAX_LINES_PER_CART ? FULL : null
