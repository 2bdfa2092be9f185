import type { ErrorCode, Result } from '@foyer/contract'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { Widen } from '../lanes/widen.ts'
import { isHonoured } from '../offers/offer-rules.ts'
import { HOLD_EXPIRED } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'

/**
 * The hold of a ticket that ends last: the tickets of a cart that was held line by line expire one after
 * the other, and what is frozen for the cart lasts until the last.
 */
export const lastToEnd = (holds: readonly LaneHold[]): LaneHold =>
  ticketsIn(holds).reduce((last, hold) => (hold.reclaimAt > last.reclaimAt ? hold : last))

/** The live holds of a cart; at least one. */
export type HeldCart = [LaneHold, ...LaneHold[]]

/**
 * Builds the rule of an operation on what a cart holds. The rule decides once everything that the
 * cart holds is locked, so it may widen first. Refuses a cart that no longer holds anything. A cart with
 * tickets to a session that was called off is given up.
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
    if (!live.every((hold) => isHonoured(book.offers, hold))) {
      book.holds.release(live)
      return HOLD_EXPIRED
    }
    const [first, ...others] = live
    return first ? decide(book, [first, ...others]) : HOLD_EXPIRED
  }
