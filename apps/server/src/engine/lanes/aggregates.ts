import type { LaneClient } from '@foyer/db'
import { carts } from '../carts/aggregate.ts'
import { coupons } from '../coupons/aggregate.ts'
import { holds } from '../holds/aggregate.ts'
import { money } from '../money/aggregate.ts'
import { offers } from '../offers/aggregate.ts'
import { orders } from '../orders/aggregate.ts'
import { payments } from '../payments/aggregate.ts'
import { stock } from '../stock/aggregate.ts'
import { BatchNeeds } from './batch-needs.ts'
import type { WriteStatement } from './statements.ts'

/**
 * All that operations decide over. The order of this list is the order in which a batch takes its locks
 * (docs/locking.md, 'The rule'; a test compares them), and in which it writes.
 */
export const AGGREGATES = { stock, carts, offers, payments, orders, coupons, holds, money }

type Aggregates = typeof AGGREGATES
type Name = keyof Aggregates
type NeedsOf<A> = A extends {
  lockAndRead(client: never, tenantId: never, needs: BatchNeeds<infer Needs>): unknown
}
  ? Needs
  : never
type Intersection<Union> = (Union extends unknown ? (each: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** What an operation has to see. What is not named here is neither locked nor read. */
export type LaneNeeds = Intersection<NeedsOf<Aggregates[Name]>>

/** What a batch is decided from, read behind its locks. */
export type BatchState = { [K in Name]: Awaited<ReturnType<Aggregates[K]['lockAndRead']>> }

/**
 * The books of the locked rows while a batch is decided. Each of their methods leaves them whole, so that
 * the next operation sees what the ones before it did. They ask no database and no clock.
 */
export type Book = { readonly [K in Name]: ReturnType<Aggregates[K]['book']> } & {
  /** The database's clock, read once the stock was locked. */
  readonly now: Date
}

/** What a decided batch writes, by aggregate. */
export type BatchWrites = { [K in Name]: ReturnType<Book[K]['rows']> }

const LIST = Object.entries(AGGREGATES)
const STATEMENTS = Object.values(AGGREGATES).flatMap<WriteStatement<BatchWrites>>(
  ({ statements }) => statements,
)

/**
 * Locks and reads what a batch is decided from. All statements are sent in one go, in the order of the
 * list. Each sees what was committed before it began, and so, behind the lock, the latest rows. About
 * `lapsedChunk` expired holds are read, over all sessions.
 */
export async function readState(
  client: LaneClient,
  tenantId: number,
  needs: readonly LaneNeeds[],
  lapsedChunk: number,
): Promise<BatchState> {
  const batchNeeds = new BatchNeeds(needs, lapsedChunk)
  const read = await Promise.all(
    LIST.map(([, aggregate]) => aggregate.lockAndRead(client, tenantId, batchNeeds)),
  )
  return Object.fromEntries(LIST.map(([name], index) => [name, read[index]])) as BatchState
}

/** Opens the books, in the order of the list: a book may ask those before it as it is opened. */
export function openBook(state: BatchState): Book {
  const book = { now: state.offers.now } as Book
  for (const [name, aggregate] of LIST) {
    Object.assign(book, { [name]: aggregate.book(state, book) })
  }
  return book
}

export const writesOf = (book: Book): BatchWrites =>
  Object.fromEntries(
    Object.keys(AGGREGATES).map((name) => [name, book[name as Name].rows()]),
  ) as BatchWrites

/**
 * Sends what a batch writes and returns the statements under way; none when nothing changed. Needs
 * the stock lock; the caller commits behind them.
 */
export function writeBatch(
  client: LaneClient,
  tenantId: number,
  batchId: string,
  writes: BatchWrites,
): Promise<unknown>[] {
  return STATEMENTS.flatMap(({ name, text, values }) => {
    const sent = values(writes, batchId)
    return sent ? [client.query({ name, text, values: [tenantId, ...sent] })] : []
  })
}
