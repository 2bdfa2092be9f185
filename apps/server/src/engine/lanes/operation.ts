import type { ErrorCode, Result } from '@foyer/contract'
import type { Book } from './book.ts'
import type { LaneNeeds, Widen } from './lane-types.ts'

/**
 * One operation of a lane: what it has to see, and the pure rule that decides it. `C` are the codes it
 * may be refused with.
 */
export interface LaneOp<T, C extends ErrorCode = ErrorCode> {
  needs: LaneNeeds
  /**
   * It finishes what the provider has done already: money was taken, or goes back. It is decided before
   * operations that wish for something new, and a full queue still has room for it.
   */
  finishes?: true
  decide(book: Book): Result<T, C> | Widen
}
