import { type Refused, refused } from '@foyer/contract'
import {
  type LineLimits,
  leastInLine,
  MAX_LINES_PER_CART,
  type NotOnSale,
  type Offer,
  type OrderLimits,
  SESSION_STATES,
  whyNotSoldLate,
  whyNotSoMany,
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
      isHidden: type?.isHidden ?? false,
      typeOpensAt: type?.opensAt ?? null,
      typeClosesAt: type?.closesAt ?? null,
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

/**
 * Whether seats of a session that were held, and whose hold has expired, may still be sold for a payment
 * that has arrived, whatever is left.
 */
export function isSoldLate(offers: Offers, sessionId: string): boolean {
  const session = offers.offerOf(sessionId)
  return session !== undefined && whyNotSoldLate(session, offers.now) === null
}

/**
 * Why the team cannot put tickets into a session; null if it can. Windows, cut-offs and pauses of the sale
 * bind buyers alone.
 */
export function whyNotGiven(
  offers: Offers,
  sessionId: string,
): 'unknown' | 'closed' | 'called_off' | 'over' | null {
  const session = offers.offerOf(sessionId)
  if (!session) return 'unknown'
  if (session.state === 'called_off') return 'called_off'
  if (!SESSION_STATES[session.state].isSold) return 'closed'
  return session.endsAt <= offers.now ? 'over' : null
}

const SALES_CLOSED = refused(
  'sales_closed',
  'Sales for this time have closed. Please choose another time.',
)

export const SALES_PAUSED = refused(
  'sales_paused',
  'The organizer has paused sales. Tickets that are held can still be paid.',
)

const SALES_NOT_STARTED = 'Sales for this time have not started yet.'

export type NotOnSaleCode =
  | 'sales_closed'
  | 'sales_paused'
  | 'sales_not_started'
  | 'ticket_type_not_found'
  | 'price_not_ready'

/** The refusal for a ticket type that is not on sale in a session; `opensAt` is known for some. */
export function notOnSale(
  reason: NotOnSale,
  ticketTypeId: string,
  opensAt: Date | null = null,
): Refused<NotOnSaleCode> {
  switch (reason) {
    case 'sales_paused':
      return SALES_PAUSED
    case 'sales_not_started':
      return refused('sales_not_started', SALES_NOT_STARTED, {
        ticketTypeId,
        ...(opensAt && { opensAt: opensAt.toISOString() }),
      })
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

/** When an offer that has not started yet does: the later one of its session and its type. */
export function opensAtOf({ session, typeOpensAt }: Offer): Date | null {
  const { salesStartAt } = session
  if (!salesStartAt || !typeOpensAt) return salesStartAt ?? typeOpensAt
  return salesStartAt > typeOpensAt ? salesStartAt : typeOpensAt
}

/** A line's quantity of one ticket type or add-on, and the maximum of a line. */
interface BoundedLine {
  name: string
  quantity: number
  maxQuantity: number
}

export type QuantityCode =
  | 'quantity_above_maximum'
  | 'quantity_below_minimum'
  | 'quantity_not_in_steps'

/** Refuses a line with a quantity of a type that no line may have; null if it may. */
export function wrongQuantity(
  line: { name: string; quantity: number } & LineLimits,
  ticketTypeId: string,
): Refused<QuantityCode> | null {
  const reason = whyNotSoMany(line, line.quantity)
  const { name, quantityStep: step } = line
  switch (reason) {
    case 'above_maximum':
      return aboveMaximum(line, `${name} tickets`, { ticketTypeId })
    case 'below_minimum': {
      const minimum = leastInLine(line)
      const text = `${name} tickets are sold from ${minimum} on.`
      return refused('quantity_below_minimum', text, { ticketTypeId, minimum })
    }
    case 'not_in_steps': {
      const text =
        step === 2 ? `${name} tickets are sold in pairs.` : `${name} tickets are sold by ${step}.`
      return refused('quantity_not_in_steps', text, { ticketTypeId, step })
    }
    case null:
      return null
  }
}

type TooMany = Refused<'quantity_above_maximum'> | null

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

/** The tickets of a whole order, and the bounds of its event. */
interface BoundedOrder {
  limits: OrderLimits
  quantity: number
}

/** Refuses more tickets than one order of the event may have; null if it may have them. */
export function aboveOrderMaximum({
  limits: { maxPerOrder: maximum },
  quantity,
}: BoundedOrder): Refused<'quantity_above_maximum'> | null {
  if (maximum === null || quantity <= maximum) return null
  const text = `At most ${maximum} tickets can be bought in one order.`
  return refused('quantity_above_maximum', text, { maximum, perOrder: true })
}

/** Refuses fewer tickets than an order of the event must have; null if they are enough. */
export function belowOrderMinimum({
  limits: { minPerOrder: minimum },
  quantity,
}: BoundedOrder): Refused<'quantity_below_minimum'> | null {
  if (minimum === null || quantity >= minimum) return null
  const text = `At least ${minimum} tickets have to be bought in one order.`
  return refused('quantity_below_minimum', text, { minimum, perOrder: true })
}
