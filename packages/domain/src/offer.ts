/**
 * What is on sale. This is the only rule in TypeScript; the views `offered_sessions` and
 * `session_offers` (`0004_offers.sql`) express it in SQL, and a test compares the two over all
 * combinations.
 */

/** What a session allows in each of its states. The functions `state_is_*` in `0004_offers.sql` follow it. */
export const SESSION_STATES = {
  active: {
    /** Calendars, lists and day prices show it. */
    isListed: true,
    /** New holds are granted, late payments sold again, holds extended, orders rescheduled to it. */
    isSold: true,
    /** A buyer may take an order to another session on the terms of its change policy. */
    isLeft: true,
    /** What is held of it may be paid, and its tickets admit. */
    isHonoured: true,
  },
  cancelled: { isListed: false, isSold: false, isLeft: true, isHonoured: true },
  /** It does not take place: its buyers move or get their money back (disruptions.ts). */
  called_off: { isListed: false, isSold: false, isLeft: false, isHonoured: false },
} as const satisfies Record<
  string,
  Record<'isListed' | 'isSold' | 'isLeft' | 'isHonoured', boolean>
>
export type SessionState = keyof typeof SESSION_STATES

/** What decides whether a session is on sale. */
export interface SessionSale {
  state: SessionState
  isEventPublished: boolean
  salesEndAt: Date
}

/** A ticket type in a session. */
export interface Offer {
  session: SessionSale
  /** Whether the session has a pool for the type: without one the type is not sold there. */
  isStocked: boolean
  /** An archived type is not sold any more. What is held of it can still be paid. */
  isArchived: boolean
  /** Minor units; 0 is free, null is not priced yet. */
  priceMinor: number | null
}

export type SessionNotOnSale = 'event_not_published' | 'session_closed' | 'sales_ended'
export type NotOnSale = SessionNotOnSale | 'type_not_offered' | 'not_priced'

/** Why nothing of a session can be held now; null if it can. */
export function whySessionNotOnSale(
  { state, isEventPublished, salesEndAt }: SessionSale,
  now: Date,
): SessionNotOnSale | null {
  if (!isEventPublished) return 'event_not_published'
  if (!SESSION_STATES[state].isSold) return 'session_closed'
  return salesEndAt <= now ? 'sales_ended' : null
}

/**
 * Why a ticket type cannot be held in a session now; null if it can. It does not consider how many
 * are left.
 */
export function whyNotOnSale(offer: Offer, now: Date): NotOnSale | null {
  const reason = whySessionNotOnSale(offer.session, now)
  if (reason) return reason
  if (offer.isArchived || !offer.isStocked) return 'type_not_offered'
  return offer.priceMinor === null ? 'not_priced' : null
}
