import type { LaneClient } from '@foyer/db'
import type { WriteStatement } from './statements.ts'

/**
 * What is locked, decided and written together. Each part names in its own types what it uses: kinds of
 * needs, state, books and rows. The list in aggregates.ts checks that all of them exist.
 */
export interface Aggregate {
  /**
   * Sends its statements before it waits for anything, so that a batch sends all of its reads in one go:
   * first the locks, ordered by key, then what is read behind them. Sends nothing for what no operation
   * needs. `needs` is a `BatchNeeds` of the kinds of ids that operations may need of it.
   */
  lockAndRead(client: LaneClient, tenantId: number, needs: never): Promise<unknown>
  /** Opens its book. `books` has those of the aggregates before it at once, and the others later. */
  book(state: never, books: never): AggregateBook
  /** What writes its rows, in this order. */
  statements: readonly WriteStatement<never>[]
}

/** Keeps rows while a batch is decided: each operation sees what the ones before it did. */
interface AggregateBook {
  /** The rows to write, in lists by name. */
  rows(): object
}
