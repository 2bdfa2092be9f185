import type { ErrorCode, Result } from '@foyer/contract'
import type { Book, LaneNeeds } from './aggregates.ts'
import type { Widen } from './widen.ts'

/**
 * One operation of a lane: the ids it needs, and the pure rule that decides it. `C` are the codes
 * of its refusals.
 */
export interface LaneOp<T, C extends ErrorCode = ErrorCode> {
  needs: LaneNeeds
  /**
   * The operation finishes something that the provider has already done: money was charged or
   * refunded. It is decided before operations of other kinds, and a full queue still accepts it.
   */
  finishes?: true
  decide(book: Book): Result<T, C> | Widen
}
