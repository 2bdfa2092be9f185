import { refused } from '@foyer/contract'
import type { Database } from '@foyer/db'
import pg from 'pg'
import { decideBatch } from './decide-batch.ts'
import { lockStock, readState, reclaimExpired, writeBatch } from './lane-sql.ts'
import type { LaneAnswer, LaneOp, StockPool } from './lane-types.ts'

/** More would make one transaction long enough to be felt by the first of its waiters. */
const BATCH_LIMIT = 500
/** Beyond this a caller is better told to come back than kept waiting. */
const QUEUE_LIMIT = 10_000

export const BUSY = refused(
  'busy',
  'Many people are buying right now. Nothing was held; please try again in a moment.',
)

export interface LaneHooks {
  /** After a commit that changed the session's stock. */
  onChange(tenantId: number, sessionId: string): void
  onError(error: unknown, context: { tenantId: number; sessionId: string; ops: number }): void
}

interface LaneOwner extends LaneHooks {
  /** Nothing is left to do; the lane may be forgotten. */
  onIdle(): void
}

interface Waiting {
  op: LaneOp
  answer: (answer: LaneAnswer) => void
}

/**
 * Group commit for one session: what arrives while a batch is being committed forms the next one.
 * No timer, so a lone request waits for nothing. The row lock stays the judge between processes;
 * the lane only spares them from queueing at it one by one.
 */
export class Lane {
  readonly #db: Database
  readonly #tenantId: number
  readonly #sessionId: string
  readonly #hooks: LaneOwner
  #queue: Waiting[] = []
  #running: Promise<void> | null = null

  constructor(db: Database, tenantId: number, sessionId: string, hooks: LaneOwner) {
    this.#db = db
    this.#tenantId = tenantId
    this.#sessionId = sessionId
    this.#hooks = hooks
  }

  /** Resolves with the operation's answer once its batch is committed; never rejects. */
  submit(op: LaneOp): Promise<LaneAnswer> {
    if (this.#queue.length >= QUEUE_LIMIT) return Promise.resolve(BUSY)
    return new Promise((answer) => {
      this.#queue.push({ op, answer })
      this.#running ??= this.#run()
    })
  }

  /** Resolves when nothing is queued or under way. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #run(): Promise<void> {
    // Lets the other requests of this turn of the event loop join the first batch.
    await null
    while (this.#queue.length > 0) {
      const batch = this.#queue.slice(0, BATCH_LIMIT)
      this.#queue = this.#queue.slice(BATCH_LIMIT)
      await this.#settle(batch)
    }
    this.#running = null
    this.#hooks.onIdle()
  }

  async #settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#commit(batch.map((waiting) => waiting.op))
      for (const [index, waiting] of batch.entries()) waiting.answer(answers[index] ?? BUSY)
    } catch (error) {
      this.#hooks.onError(error, {
        tenantId: this.#tenantId,
        sessionId: this.#sessionId,
        ops: batch.length,
      })
      // A row the database refuses must not sink its neighbours: halve until it stands alone.
      // Anything else (a lost connection) says nothing about the rows; they may be tried again.
      if (isDataError(error) && batch.length > 1) {
        const middle = Math.ceil(batch.length / 2)
        await this.#settle(batch.slice(0, middle))
        await this.#settle(batch.slice(middle))
        return
      }
      for (const waiting of batch) waiting.answer(BUSY)
    }
  }

  async #commit(ops: readonly LaneOp[]): Promise<LaneAnswer[]> {
    const { answers, changed } = await this.#db.withTenantClient(this.#tenantId, async (client) => {
      let pools = await lockStock(client, this.#tenantId, this.#sessionId)
      const reclaimed = wouldFallShort(pools, ops)
        ? await reclaimExpired(client, this.#tenantId, this.#sessionId)
        : []
      pools = pools.map((pool) => reclaimed.find((r) => r.poolId === pool.poolId) ?? pool)
      const state = await readState(client, this.#tenantId, this.#sessionId, ops)
      const { answers, writes } = decideBatch({ ...state, pools }, ops)
      await writeBatch(client, this.#tenantId, this.#sessionId, writes)
      return { answers, changed: writes.ledger.length + reclaimed.length > 0 }
    })
    if (changed) this.#hooks.onChange(this.#tenantId, this.#sessionId)
    return answers
  }
}

/** A cheap upper bound: whether some pool might not have room for all that is asked of it. */
function wouldFallShort(pools: readonly StockPool[], ops: readonly LaneOp[]): boolean {
  const wanted = ops.reduce((sum, op) => {
    if (op.kind === 'release') return sum
    if (op.kind === 'hold-line') return sum + op.quantity
    return sum + op.tickets.reduce((lines, line) => lines + line.quantity, 0)
  }, 0)
  return pools.some(
    (pool) => pool.capacity !== null && pool.held + pool.sold + wanted > pool.capacity,
  )
}

/** SQLSTATE classes 22 (data exception) and 23 (constraint violation) blame the rows themselves. */
const isDataError = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '')
