import { randomUUID } from 'node:crypto'
import { CommitOutcomeUnknown, type Database } from '@foyer/db'
import { lockStock } from '../stock/aggregate.ts'
import {
  type Book,
  type LaneNeeds,
  openBook,
  readState,
  writeBatch,
  writesOf,
} from './aggregates.ts'
import type { Widen } from './widen.ts'

/** An operation in a batch: the ids it needs, and its rule. */
export interface BatchItem {
  needs: LaneNeeds
  /**
   * Decides. Returns the function that answers the caller once the batch is committed. `onGranted` is
   * called if that answer is no refusal.
   */
  decide(book: Book, onGranted: () => void): Widen | (() => void)
}

export interface Committed {
  /** One for each item, in order. */
  outcomes: (Widen | (() => void))[]
  /** Sessions whose stock moved. */
  changed: ReadonlySet<string>
}

export const FIND_BATCH = {
  name: 'lane_find_batch',
  text: `
  select 1 from stock_ledger where tenant_id = $1 and session_id = any($2::uuid[])
    and batch_id = $3 limit 1`,
}

/** How long an unanswered commit is looked up before its callers get `busy`. */
const RESOLVE_SECONDS = 20

/**
 * Runs many operations in one transaction: lock, read, decide in order of arrival, write, commit.
 * A batch that repeats an earlier answer confirms it, and is committed even if it changes nothing.
 * Throws what the database threw if nothing was changed. If the answer of the commit is lost, the
 * batch is looked up in the ledger by its key and never tried again blindly. If that fails too, or
 * the batch moved no stock and so is in no ledger, throws CommitOutcomeUnknown.
 */
export async function commitBatch(
  db: Database,
  tenantId: number,
  items: readonly BatchItem[],
  expiredChunk: number,
): Promise<Committed> {
  const batchId = randomUUID()
  const decided: { committed?: Committed; moved?: ReadonlySet<string> } = {}
  try {
    return await db.withLane(tenantId, async (client) => {
      const state = await readState(
        client,
        tenantId,
        items.map((item) => item.needs),
        expiredChunk,
      )
      const book = openBook(state)
      let confirms = false
      const outcomes = items.map((item) =>
        item.decide(book, () => {
          confirms = true
        }),
      )
      const writes = writesOf(book)
      // Read from the ledger, which also has stock that the batch took and gave back.
      const moved = new Set(writes.stock.ledger.map((entry) => entry.sessionId))
      const resized = writes.stock.capacities.map((change) => change.sessionId)
      const changed = resized.length > 0 ? new Set([...moved, ...resized]) : moved
      const committed = { outcomes, changed }
      decided.moved = moved
      decided.committed = committed
      return { value: committed, writes: writeBatch(client, tenantId, batchId, writes), confirms }
    })
  } catch (error) {
    const { committed, moved } = decided
    if (!(error instanceof CommitOutcomeUnknown) || !committed || !moved) throw error
    if (moved.size === 0) throw error
    if (await wasCommitted(db, tenantId, [...moved], batchId, error)) return committed
    throw error.cause
  }
}

/**
 * Whether a batch is in the ledger. Waits for the stock lock first: once it is granted, the
 * transaction that held it has been committed or rolled back. After a failover that is on the new
 * primary, which has the batch or never gets it.
 */
async function wasCommitted(
  db: Database,
  tenantId: number,
  sessionIds: readonly string[],
  batchId: string,
  unknown: CommitOutcomeUnknown,
): Promise<boolean> {
  const giveUpAt = performance.now() + RESOLVE_SECONDS * 1000
  for (;;) {
    try {
      return await db.withLane(tenantId, async (client) => {
        await lockStock(client, tenantId, sessionIds)
        const { rows } = await client.query({
          ...FIND_BATCH,
          values: [tenantId, sessionIds, batchId],
        })
        return { value: rows.length > 0, writes: [], confirms: rows.length > 0 }
      })
    } catch {
      // The answer got lost because the database is away. Asks again until it is back.
      if (performance.now() > giveUpAt) throw unknown
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  }
}
