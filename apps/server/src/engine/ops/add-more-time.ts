import { granted, refused } from '@foyer/contract'
import { moreTimeMinutes } from '@foyer/domain'
import type { Book } from '../book.ts'
import { type HoldAllowance, heldTickets } from '../hold-allowance.ts'
import type { LaneOp } from '../lane-op.ts'
import type { LaneHold } from '../lane-types.ts'
import { ticketsIn } from '../places.ts'
import { HOLD_EXPIRED } from '../refusals.ts'
import { ofHeldCart } from './held-cart.ts'

const MORE_TIME_USED = refused(
  'more_time_used',
  'No more time can be added. Please complete your purchase before the time runs out.',
)

/**
 * Lets all that a cart holds last longer, by as much as each of it still may. Only for as long as the
 * buyer is told that it is held: a grace is for a payment under way alone. The same key adds once.
 */
export function addMoreTimeOp(
  cartId: string,
  key: string | null,
  allowance?: HoldAllowance,
): LaneOp<null, 'hold_expired' | 'more_time_used'> {
  return {
    needs: { sessionIds: [], cartIds: [cartId] },
    decide: ofHeldCart(cartId, (book, live) => {
      if (live.some((hold) => hold.expiresAt <= book.now)) return HOLD_EXPIRED
      if (key && live.some((hold) => hold.moreTimeKeys?.includes(key))) return granted(null)
      const minutes = moreTimeMinutes(ticketsIn(live).map((hold) => heldUntil(book, hold)))
      if (minutes === 0) return MORE_TIME_USED
      const removed = heldTickets(book, live, (hold) => hold.expiresAt)
      book.extend(live, minutes * 60, key)
      const added = heldTickets(book, live, (hold) => hold.expiresAt)
      allowance?.take({ now: book.now, added, removed })
      return granted(null)
    }),
  }
}

function heldUntil(book: Book, { sessionId, createdAt, expiresAt }: LaneHold) {
  const offer = book.offerOf(sessionId)
  // Where sales have ended, a hold ends as it was told to.
  return { createdAt, expiresAt, salesEndAt: offer?.isActive ? offer.startsAt : expiresAt }
}
