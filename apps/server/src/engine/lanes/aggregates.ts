import type { LaneClient } from '@foyer/db'
import { carts } from '../carts/aggregate.ts'
import { coupons } from '../coupons/aggregate.ts'
import { holds } from '../holds/aggregate.ts'
import { money } from '../money/aggregate.ts'
import { offers } from '../offers/aggregate.ts'
import { orders } from '../orders/aggregate.ts'
import { payments } from '../payments/aggregate.ts'
import { rules } from '../rules/aggregate.ts'
import { sales } from '../sales/aggregate.ts'
import { stock } from '../stock/aggregate.ts'
import { BatchNeeds } from './batch-needs.ts'
import type { WriteStatement } from './statements.ts'

/**
 * Everything that operations decide on. In the order of this list a batch takes its locks
 * (docs/locking.md, 'The rule'; a test compares them) and writes.
 */
export const AGGREGATES = {
  stock,
  carts,
  offers,
  payments,
  orders,
  coupons,
  rules,
  sales,
  holds,
  money,
}

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

/** The rows that an operation needs. Rows that are not named here are neither locked nor read. */
export type LaneNeeds = Intersection<NeedsOf<Aggregates[Name]>>

/** The data that a batch is decided from, read after its locks were taken. */
export type BatchState = { [K in Name]: Awaited<ReturnType<Aggregates[K]['lockAndRead']>> }

/**
 * The books of the locked rows while a batch is decided. Each method leaves them consistent, so
 * that the next operation sees the changes before it. They use neither the database nor a clock.
 */
export type Book = { readonly [K in Name]: ReturnType<Aggregates[K]['book']> } & {
  /** The database's clock, read after the stock was locked. */
  readonly now: Date
}

/** What a decided batch writes, by aggregate. */
export type BatchWrites = { [K in Name]: ReturnType<Book[K]['rows']> }

const LIST = Object.entries(AGGREGATES)
const STATEMENTS = Object.values(AGGREGATES).flatMap<WriteStatement<BatchWrites>>(
  ({ statements }) => statements,
)

/**
 * Locks and reads the data that a batch is decided from. All statements are sent in one go, in the
 * order of the list. Each sees what was committed before it began; after a lock, that is the latest
 * rows. About `expiredChunk` expired holds are read, over all sessions.
 */
export async function readState(
  client: LaneClient,
  tenantId: number,
  needs: readonly LaneNeeds[],
  expiredChunk: number,
): Promise<BatchState> {
  const batchNeeds = new BatchNeeds(needs, expiredChunk)
  const read = await Promise.all(
    LIST.map(([, aggregate]) => aggregate.lockAndRead(client, tenantId, batchNeeds)),
  )
  return Object.fromEntries(LIST.map(([name], index) => [name, read[index]])) as BatchState
}

/**
 * Opens the books in the order of the list, so that a book may use those before it while it opens.
 */
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
 * Sends the statements that write a batch and returns their promises; none if nothing changed. The
 * stock must be locked. The caller sends the commit after them.
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
