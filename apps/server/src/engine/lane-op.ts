import type { Result } from '@foyer/contract'
import type { Book } from './book.ts'
import type { LaneNeeds, Widen } from './lane-types.ts'

/** One operation of a lane: what it has to see, and the pure rule that decides it. */
export interface LaneOp<T> {
  needs: LaneNeeds
  decide(book: Book): Result<T> | Widen
}
