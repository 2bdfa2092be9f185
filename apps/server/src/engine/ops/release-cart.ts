import { granted } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'
import type { LaneHold } from '../lane-types.ts'

/** Gives back all that a cart holds, in whatever sessions: those are found on the first look. */
export function releaseCartOp(cartId: string): LaneOp<LaneHold[]> {
  return {
    needs: { sessionIds: [], cartIds: [cartId] },
    decide(book) {
      const live = book.liveOf(cartId)
      return book.widenFor(live) ?? granted(book.release(live))
    },
  }
}
