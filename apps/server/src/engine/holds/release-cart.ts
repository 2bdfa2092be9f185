import { granted } from '@foyer/contract'
import type { LaneHold } from '../lanes/lane-types.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { HoldAllowance } from './hold-allowance.ts'
import { returnAllowance } from './hold-rules.ts'

/** Gives back all that a cart holds, in whatever sessions: those are found on the first look. */
export function releaseCartOp(
  cartId: string,
  allowance?: HoldAllowance,
): LaneOp<LaneHold[], never> {
  return {
    needs: { sessionIds: [], cartIds: [cartId] },
    decide(book) {
      const live = book.liveOf(cartId)
      const widen = book.widenFor(live)
      if (widen) return widen
      returnAllowance(book, allowance, live)
      return granted(book.release(live))
    },
  }
}
