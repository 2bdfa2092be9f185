import { granted } from '@foyer/contract'
import type { LaneOp } from '../lanes/operation.ts'
import type { HoldAllowance } from './hold-allowance.ts'
import { returnAllowance } from './hold-rules.ts'
import type { LaneHold } from './hold-types.ts'

/**
 * Releases all that a cart holds. It names no session: the first try finds the sessions and widens
 * to them.
 */
export function releaseCartOp(
  cartId: string,
  allowance?: HoldAllowance,
): LaneOp<LaneHold[], never> {
  return {
    needs: { sessionIds: [], cartIds: [cartId] },
    decide(book) {
      const live = book.holds.liveOf(cartId)
      const widen = book.holds.widenFor(live)
      if (widen) return widen
      returnAllowance(book, allowance, live)
      return granted(book.holds.release(live))
    },
  }
}
