import {
  HOLD_SECONDS,
  LONGEST_HOLD_SECONDS,
  MORE_TIME_SECONDS,
  MORE_TIME_TOTAL_SECONDS,
  PAYMENT_GRACE_SECONDS,
} from './constants.ts'
import { type SessionSale, whyHoldEnds } from './offer.ts'

/**
 * When holds end. No other file computes with the length of a hold.
 *
 * A length per event would be a parameter of these functions, and every hold would have to freeze
 * it in a column of its own, as it freezes its price: {@link lastEndOf} and {@link moreTimeMinutes}
 * ask for the length again while the hold lasts. Read from the event at that time, a changed
 * setting would change the time left of holds that were granted before the change.
 */

/** The end of a hold that is granted at `now`. */
export const holdEndsAt = (now: Date): Date => after(now, HOLD_SECONDS)

/** The end of a hold with the grace of a started payment added, once. */
export const graceEndsAt = (expiresAt: Date): Date => after(expiresAt, PAYMENT_GRACE_SECONDS)

/** The latest end that a hold can have, with more time and grace. */
export const lastEndOf = ({ createdAt }: { createdAt: Date }): Date =>
  after(createdAt, LONGEST_HOLD_SECONDS)

/** What decides how much longer a hold may last. */
export interface HeldUntil {
  createdAt: Date
  expiresAt: Date
  /** No hold is extended beyond the end of its session's sales; undefined: the session is unknown. */
  session: SessionSale | undefined
}

/**
 * Returns the whole minutes that one call for more time adds to each hold of a cart: the minimum over
 * its holds, so that they end together. 0 if any hold cannot be extended, for example because its
 * session is no longer on sale.
 */
export function moreTimeMinutes(holds: readonly HeldUntil[], now: Date): number {
  if (holds.length === 0) return 0
  const seconds = holds.map(({ createdAt, expiresAt, session }) => {
    if (!session || whyHoldEnds(session, now)) return 0
    const usedSeconds = (expiresAt.getTime() - createdAt.getTime()) / 1000 - HOLD_SECONDS
    const onSaleSeconds = (session.salesEndAt.getTime() - expiresAt.getTime()) / 1000
    return Math.min(MORE_TIME_SECONDS, MORE_TIME_TOTAL_SECONDS - usedSeconds, onSaleSeconds)
  })
  return Math.max(0, Math.floor(Math.min(...seconds) / 60))
}

const after = (time: Date, seconds: number) => new Date(time.getTime() + seconds * 1000)
