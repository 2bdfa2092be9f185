import type { ErrorCode, Result } from '@foyer/contract'
import type { Book, LaneNeeds } from './aggregates.ts'
import type { Widen } from './widen.ts'

/**
 * One operation of a lane: what it has to see, and the pure rule that decides it. `C` are the codes it
 * may be refused with.
 */
export interface LaneOp<T, C extends ErrorCode = ErrorCode> {
  needs: LaneNeeds
  /**
   * The operation finishes what the provider has done already: money was taken, or goes back. It is
   * decided before operations that ask for something new, and a full queue still has room for it.
   */
  finishes?: true
  decide(book: Book): Result<T, C> | Widen
}
