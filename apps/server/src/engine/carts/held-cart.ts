import type { ErrorCode, Result } from '@foyer/contract'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { Widen } from '../lanes/widen.ts'
import { HOLD_EXPIRED } from '../refusals.ts'

/** The live holds of a cart, one at least. */
export type HeldCart = [LaneHold, ...LaneHold[]]

/**
 * The rule of an operation on what a cart holds. It decides behind the locks of everything the cart holds,
 * so it widens first. Refuses a cart that holds nothing any more.
 */
export const ofHeldCart =
  <T, C extends ErrorCode = never>(
    cartId: string,
    decide: (book: Book, live: HeldCart) => Result<T, C> | Widen,
  ): LaneOp<T, C | 'hold_expired'>['decide'] =>
  (book) => {
    const live = book.holds.liveOf(cartId)
    const widen = book.holds.widenFor(live)
    if (widen) return widen
    const [first, ...others] = live
    return first ? decide(book, [first, ...others]) : HOLD_EXPIRED
  }
