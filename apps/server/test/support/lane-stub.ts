import { granted, type Result } from '@foyer/contract'
import type { Database } from '@foyer/db'
import type pg from 'pg'
import type { Book } from '../../src/engine/lanes/aggregates.ts'
import type { LaneHooks, Lanes } from '../../src/engine/lanes/lanes.ts'
import type { LaneOp } from '../../src/engine/lanes/operation.ts'

/**
 * A database without rows, for tests of which operations are committed together, and when. Its
 * hooks may wait, or throw as a database would.
 */
export function stubDatabase(
  hooks: {
    onLock?: (sessionIds: readonly string[]) => Promise<void> | void
    onCommit?: () => Promise<void> | void
    /** Whether the batch is in the ledger. */
    findBatch?: () => boolean
  } = {},
) {
  const locked: string[][] = []
  const client = {
    async query({ name, values }: { name: string; values: [number, string[]] }) {
      if (name === 'lane_lock_stock') {
        locked.push(values[1])
        await hooks.onLock?.(values[1])
      }
      if (name === 'lane_find_batch') return { rows: hooks.findBatch?.() ? [{}] : [] }
      return { rows: name === 'lane_read_offers' ? [{ now: new Date(), offers: null }] : [] }
    },
  }
  const withLane: Database['withLane'] = async (_, work) => {
    const { value } = await work(client as unknown as pg.PoolClient)
    await hooks.onCommit?.()
    return value
  }
  return { db: { withLane } as Database, locked }
}

/** Operations that answer their own name; the recorder stores which were decided together. */
export function recorder() {
  const byBook = new Map<Book, string[]>()
  const op = (
    name: string,
    sessionIds: readonly string[] = ['session'],
    decide: LaneOp<string>['decide'] = () => granted(name),
  ): LaneOp<string> => ({
    needs: { sessionIds },
    decide(book) {
      const batch = byBook.get(book)
      if (batch) batch.push(name)
      else byBook.set(book, [name])
      return decide(book)
    },
  })
  return { op, batches: () => [...byBook.values()] }
}

export const QUIET: LaneHooks = { onChange: () => {}, onError: () => {} }
export const names = (count: number, prefix = 'op') =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}`)
export const outcomeOf = (answer: Result<string>) =>
  answer.ok ? answer.value : answer.refusal.code
export const submitAll = (lanes: Lanes, ops: readonly LaneOp<string>[]) =>
  Promise.all(ops.map((op) => lanes.submit(1, op)))

/** Sessions that stay locked until a test opens them. */
export function gates() {
  const closed = new Map<string, PromiseWithResolvers<void>>()
  return {
    close: (sessionId: string) => closed.set(sessionId, Promise.withResolvers()),
    open: (sessionId: string) => closed.get(sessionId)?.resolve(),
    async onLock(sessionIds: readonly string[]) {
      await Promise.all(sessionIds.map((sessionId) => closed.get(sessionId)?.promise))
    },
  }
}
