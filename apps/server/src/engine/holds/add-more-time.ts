import { granted, refused } from '@foyer/contract'
import { moreTimeMinutes } from '@foyer/domain'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { HOLD_EXPIRED } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import { type HoldAllowance, heldTickets } from './hold-allowance.ts'

const MORE_TIME_USED = refused(
  'more_time_used',
  'No more time can be added. Please complete your purchase before the time runs out.',
)

/**
 * Extends all holds of a cart by the same time: as much as every one of them may still get. Refuses
 * once the end that the buyer sees has passed, because the grace is only for a payment that was
 * started. A repeated call with the same key adds nothing.
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
      const minutes = moreTimeMinutes(
        ticketsIn(live).map((hold) => ({ ...hold, session: book.offers.offerOf(hold.sessionId) })),
        book.now,
      )
      if (minutes === 0) return MORE_TIME_USED
      const removed = heldTickets(book, live, (hold) => hold.expiresAt)
      book.holds.extend(live, minutes * 60, key)
      const added = heldTickets(book, live, (hold) => hold.expiresAt)
      allowance?.take({ now: book.now, added, removed })
      return granted(null)
    }),
  }
}
