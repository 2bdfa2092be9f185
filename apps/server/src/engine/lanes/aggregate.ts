import type { LaneClient } from '@foyer/db'
import type { WriteStatement } from './statements.ts'

/**
 * What is locked, decided and written together. Each member declares only what it uses: kinds of
 * needs, state, books and rows. The list in aggregates.ts checks that all of them exist.
 */
export interface Aggregate {
  /**
   * Sends its statements before it waits for anything, so that a batch sends all reads in one go:
   * first the locks, ordered by key, then the reads behind them. Sends nothing if no operation
   * needs it. `needs` is a `BatchNeeds` with this aggregate's kinds of ids.
   */
  lockAndRead(client: LaneClient, tenantId: number, needs: never): Promise<unknown>
  /**
   * Opens its book. `books` has the books of earlier aggregates now, and of later ones once all are
   * open.
   */
  book(state: never, books: never): AggregateBook
  /** The statements that write its rows, in this order. */
  statements: readonly WriteStatement<never>[]
}

/** Keeps rows while a batch is decided: each operation sees the changes of the ones before it. */
interface AggregateBook {
  /** The rows to write, as named lists. */
  rows(): object
}
