/**
 * What is on sale. This is the only rule in TypeScript; the views `offered_sessions`
 * (`0054_sales_during_a_session.sql`) and `session_offers` (`0039_fees_and_taxes.sql`) express it in SQL,
 * and tests compare the two over all combinations.
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

/** How the specification names the two kinds of a session's capacity; here null is without limit. */
export const CAPACITY_TYPES = ['numerical', 'unlimited'] as const
export const capacityTypeOf = (capacity: number | null): (typeof CAPACITY_TYPES)[number] =>
  capacity === null ? 'unlimited' : 'numerical'

/** What decides whether a session is on sale. */
export interface SessionSale {
  state: SessionState
  isEventPublished: boolean
  /** The organizer has paused the event's sales: nothing new can be held. */
  isPaused: boolean
  startsAt: Date
  /** Null: on sale since ever. */
  salesStartAt: Date | null
  /** Not after the end of the session: {@link salesEndOf}. */
  salesEndAt: Date
}

/** A ticket type in a session. */
export interface Offer {
  session: SessionSale
  /** Whether the session has a pool for the type: without one the type is not sold there. */
  isStocked: boolean
  /** An archived type is not sold any more. What is held of it can still be paid. */
  isArchived: boolean
  /** A hidden type is sold to buyers whose access code unlocks it, and to nobody else. */
  isHidden: boolean
  /** The window of the type itself, in addition to that of its session; null: no bound. */
  typeOpensAt: Date | null
  typeClosesAt: Date | null
  /** Minor units; 0 is free, null is not priced yet. */
  priceMinor: number | null
}

/** What an access code that is valid now opens of an offer. */
export interface OfferAccess {
  /** The type may be bought although it is hidden. */
  unlocks: boolean
  /** The type may be bought before its sales start. */
  opensEarly: boolean
}

const NO_ACCESS: OfferAccess = { unlocks: false, opensEarly: false }

export type SessionNotOnSale =
  | 'event_not_published'
  | 'session_closed'
  | 'sales_paused'
  | 'sales_ended'
  | 'sales_not_started'
export type NotOnSale = SessionNotOnSale | 'type_not_offered' | 'not_priced'

/** Why nothing of a session can be held now; null if it can. */
export function whySessionNotOnSale(
  { state, isEventPublished, isPaused, salesStartAt, salesEndAt }: SessionSale,
  now: Date,
): SessionNotOnSale | null {
  if (!isEventPublished) return 'event_not_published'
  if (!SESSION_STATES[state].isSold) return 'session_closed'
  if (salesEndAt <= now) return 'sales_ended'
  if (isPaused) return 'sales_paused'
  return salesStartAt && salesStartAt > now ? 'sales_not_started' : null
}

/**
 * Why what is held of a session cannot last longer; null if it can. A pause, and a start of sales that
 * was set later, concern new holds alone.
 */
export const whyHoldEnds = (session: SessionSale, now: Date): SessionNotOnSale | null =>
  whySessionNotOnSale({ ...session, isPaused: false, salesStartAt: null }, now)

/**
 * Until when a session is to come, for calendars and lists: until it begins or, if that is later, until
 * its sales end. The view has it as `is_listed`.
 */
export const listedUntil = ({
  startsAt,
  salesEndAt,
}: Pick<SessionSale, 'startsAt' | 'salesEndAt'>): Date =>
  new Date(Math.max(startsAt.getTime(), salesEndAt.getTime()))

/**
 * Why what was held cannot be sold any more, once its hold has expired and its payment has arrived; null
 * if it can. The buyer began while it was on sale, so a cut-off before the start does not count.
 */
export const whyNotSoldLate = (session: SessionSale, now: Date): SessionNotOnSale | null =>
  whyHoldEnds({ ...session, salesEndAt: listedUntil(session) }, now)

/** The longest session: four weeks. */
export const LONGEST_SESSION_MINUTES = 40_320

/** The cut-off of sales that last until the session ends, however long it is. */
export const UNTIL_END_CUTOFF_MINUTES = -LONGEST_SESSION_MINUTES

/**
 * When the sales of a session end: at its start less a cut-off, or earlier at a given time. A negative
 * cut-off counts minutes after the start. Nothing is sold of a session that is over.
 */
export const salesEndOf = (
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  { cutoffMinutes, closesAt }: { cutoffMinutes: number; closesAt: Date | null },
): Date => {
  const cutOff = startsAt.getTime() - cutoffMinutes * 60_000
  return new Date(Math.min(cutOff, endsAt.getTime(), closesAt?.getTime() ?? cutOff))
}

/**
 * Why a ticket type cannot be held in a session now; null if it can. It does not consider how many
 * are left. A hidden type is refused as one that is not offered, so that nobody learns of it.
 */
export function whyNotOnSale(
  offer: Offer,
  now: Date,
  access: OfferAccess = NO_ACCESS,
): NotOnSale | null {
  const { session, typeOpensAt, typeClosesAt } = offer
  const sale = access.opensEarly ? { ...session, salesStartAt: null } : session
  const reason = whySessionNotOnSale(sale, now)
  if (reason) return reason
  if (offer.isArchived || !offer.isStocked) return 'type_not_offered'
  if (offer.isHidden && !access.unlocks) return 'type_not_offered'
  if (typeClosesAt && typeClosesAt <= now) return 'sales_ended'
  if (typeOpensAt && typeOpensAt > now && !access.opensEarly) return 'sales_not_started'
  return offer.priceMinor === null ? 'not_priced' : null
}

/** An access code of an event, as far as it decides what may be bought. */
export interface AccessCodeRule {
  startsAt: Date | null
  endsAt: Date | null
  opensEarly: boolean
  /** The types it is for; none: all that are not hidden. */
  typeIds: readonly string[]
  isRevoked: boolean
}

export type CodeNotValid = 'revoked' | 'not_started' | 'ended'

/** Why a code opens nothing now; null if it does. Its uses are counted elsewhere. */
export function whyCodeNotValid(code: AccessCodeRule, now: Date): CodeNotValid | null {
  if (code.isRevoked) return 'revoked'
  if (code.startsAt && code.startsAt > now) return 'not_started'
  return code.endsAt && code.endsAt <= now ? 'ended' : null
}

/** What a valid code opens of a ticket type; null without a code. */
export function accessTo(code: AccessCodeRule | null, ticketTypeId: string): OfferAccess {
  if (!code) return NO_ACCESS
  const isNamed = code.typeIds.includes(ticketTypeId)
  const isMeant = isNamed || code.typeIds.length === 0
  return { unlocks: isNamed, opensEarly: code.opensEarly && isMeant }
}
