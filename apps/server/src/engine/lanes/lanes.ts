import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { ErrorCode, Refused, Result } from '@foyer/contract'
import { CommitOutcomeUnknown, type Database, isTransient } from '@foyer/db'
import { BOUNDS, type Bounds } from '../../bounds.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import { BUSY, TOO_WIDE, UNCONFIRMED } from '../refusals.ts'
import { CartLocationCache } from './cart-location-cache.ts'
import { type BatchItem, type Committed, commitBatch } from './commit-batch.ts'
import type { Queued } from './lane-queue.ts'
import type { LaneOp } from './operation.ts'
import { WaitingLanes } from './waiting-lanes.ts'
import { type Widen, wantsMore, widenNeeds } from './widen.ts'

/** How many transactions run side by side, for different sessions; more would wait for the disk. */
const WORKERS = 4

/** A batch that has just ended. */
export interface LaneBatch {
  tenantId: number
  /** How many operations it had. */
  ops: number
  items: readonly BatchItem[]
  /** One for each item; none if the batch was not committed. */
  outcomes: Committed['outcomes']
  /** The wait of its oldest operation. */
  waitedMs: number
  commitMs: number
  ok: boolean
}

export interface LaneHooks {
  /** Called after a commit that changed the session's stock. */
  onChange(tenantId: number, sessionId: string): void
  onError(error: unknown, context: { tenantId: number; ops: number }): void
  /** Called after each batch, committed or not. */
  onBatch?(batch: LaneBatch): void
}

/** All stock operations of this process. */
export interface Lanes {
  /**
   * Resolves with the operation's answer once its batch is committed; never rejects. The answer is
   * `busy` if the queue or the client's share of it is full, or the database is away. Then nothing
   * was changed; if a commit was lost on the way, a retry returns its result. `client` is used for
   * fairness only: see LaneQueue.
   */
  submit<T, C extends ErrorCode>(
    tenantId: number,
    op: LaneOp<T, C>,
    client?: string,
  ): Promise<Result<T, C | 'busy'>>
  /** Refuses new work, and resolves when all accepted operations are answered. */
  drain(): Promise<void>
  isAccepting(): boolean
  /**
   * How many operations wait, in how many lanes, the age of the oldest in milliseconds, and how
   * many operations are in a batch in progress.
   */
  stats(): { queued: number; lanes: number; oldestMs: number; inProgress: number }
}

interface Waiting extends BatchItem, Queued {
  isSecondTry?: true
  /** How many times it has widened. */
  widenings: number
  refuse(refusal: Refused<'busy'>): void
}

type LaneBounds = Pick<
  Bounds,
  | 'laneQueue'
  | 'laneReserve'
  | 'laneShare'
  | 'lanesTakeTurns'
  | 'laneStockItems'
  | 'laneWidenings'
  | 'expiredChunk'
  | 'expiredWaitMs'
>

/**
 * Natural group commit: operations that arrive while a session's batch is in progress form its next
 * batch. Idle sessions share a batch. There is no timer, so a single request never waits for
 * others. Between processes the row lock decides; lanes only prevent operations from queueing at it
 * one by one.
 */
export function createLanes(db: Database, hooks: LaneHooks, bounds: LaneBounds = BOUNDS): Lanes {
  const lanes = new WaitingLanes<Waiting>(bounds)
  const cartLocations = new CartLocationCache()
  const busy = new Set<string>()
  const running = new Set<Promise<void>>()
  let inProgress = 0
  let accepting = true
  let isPumpDue = false

  function enqueue(tenantId: number, waiting: Waiting): void {
    if (lanes.add(tenantId, waiting)) pumpSoon()
    else waiting.refuse(TOO_WIDE)
  }

  /**
   * Waits until the end of this turn of the event loop, so that operations of its other requests
   * join the batch.
   */
  function pumpSoon(): void {
    if (isPumpDue) return
    isPumpDue = true
    setImmediate(() => {
      isPumpDue = false
      pump()
    })
  }

  function pump(): void {
    while (running.size < WORKERS) {
      const { tenantId, sessionIds, waiting } = lanes.take(busy)
      if (waiting.length === 0) return
      for (const sessionId of sessionIds) busy.add(sessionId)
      inProgress += waiting.length
      const done = commit(tenantId, waiting).then((committed) => {
        running.delete(done)
        inProgress -= waiting.length
        for (const sessionId of sessionIds) busy.delete(sessionId)
        pumpSoon()
        answer(tenantId, waiting, committed)
      })
      running.add(done)
    }
  }

  function answer(
    tenantId: number,
    batch: readonly Waiting[],
    { outcomes, changed }: Committed,
  ): void {
    for (const [index, waiting] of batch.entries()) {
      const outcome = outcomes[index]
      if (typeof outcome === 'function') outcome()
      else if (outcome) askAgain(tenantId, waiting, outcome)
    }
    for (const sessionId of changed) hooks.onChange(tenantId, sessionId)
  }

  /**
   * Retries an operation: a limited number of times if it widened, and for a limited time if it
   * waits for expired holds to be ended.
   */
  function askAgain(tenantId: number, waiting: Waiting, widen: Widen): void {
    const next = widened(waiting, widen)
    const hasWaited = performance.now() - waiting.since > bounds.expiredWaitMs
    const isBehind = !wantsMore(widen)
    if (isBehind ? hasWaited : next.widenings > bounds.laneWidenings) waiting.refuse(BUSY)
    else enqueue(tenantId, next)
  }

  async function commit(tenantId: number, batch: readonly Waiting[]): Promise<Committed> {
    const startedAt = performance.now()
    const report = (ok: boolean, outcomes: Committed['outcomes']) =>
      hooks.onBatch?.({
        tenantId,
        ops: batch.length,
        items: batch,
        outcomes,
        waitedMs: startedAt - (batch[0]?.since ?? startedAt),
        commitMs: performance.now() - startedAt,
        ok,
      })
    try {
      const committed = await commitBatch(db, tenantId, batch, bounds.expiredChunk)
      report(true, committed.outcomes)
      return committed
    } catch (error) {
      report(false, [])
      hooks.onError(error, { tenantId, ops: batch.length })
      if (error instanceof CommitOutcomeUnknown) return refused(batch, UNCONFIRMED)
      return isTransient(error) ? refused(batch, BUSY) : bisect(tenantId, batch)
    }
  }

  /**
   * A row that the database refuses must fail only its own operation: halves the batch until that
   * operation is alone.
   */
  async function bisect(tenantId: number, batch: readonly Waiting[]): Promise<Committed> {
    const [alone] = batch
    if (alone && batch.length === 1) {
      // The second try finds a key that another process was using at the time of the first.
      if (alone.isSecondTry) return refused(batch, BUSY)
      return commit(tenantId, [{ ...alone, isSecondTry: true }])
    }
    const middle = Math.ceil(batch.length / 2)
    const first = await commit(tenantId, batch.slice(0, middle))
    const second = await commit(tenantId, batch.slice(middle))
    return {
      outcomes: [...first.outcomes, ...second.outcomes],
      changed: new Set([...first.changed, ...second.changed]),
    }
  }

  return {
    submit<T, C extends ErrorCode>(
      tenantId: number,
      op: LaneOp<T, C>,
      client = '',
    ): Promise<Result<T, C | 'busy'>> {
      const finishes = op.finishes ?? false
      if (!accepting || !lanes.hasRoomFor(client, finishes)) return Promise.resolve(BUSY)
      const { cartIds = [] } = op.needs
      const seen = cartLocations.guess(tenantId, cartIds)
      return new Promise((resolve) => {
        enqueue(tenantId, {
          needs: seen.length > 0 ? widenNeeds(op.needs, { widenTo: seen }) : op.needs,
          since: performance.now(),
          client: bounds.lanesTakeTurns ? client : '',
          finishes,
          widenings: 0,
          decide(book, onGranted) {
            const decision = op.decide(book)
            for (const cartId of cartIds) {
              cartLocations.note(tenantId, cartId, sessionsOf(book.holds.liveOf(cartId)))
            }
            if ('widenTo' in decision) return decision
            if (decision.ok) onGranted()
            return () => resolve(decision)
          },
          refuse: resolve,
        })
      })
    },
    async drain() {
      accepting = false
      while (lanes.size > 0 || running.size > 0) {
        await Promise.all(running)
        await untilNextTurn()
      }
    },
    isAccepting: () => accepting,
    stats() {
      const { lanes: count, oldest } = lanes.stats()
      return {
        queued: lanes.size,
        lanes: count,
        inProgress,
        oldestMs: Number.isFinite(oldest) ? performance.now() - oldest : 0,
      }
    },
  }
}

const widened = (waiting: Waiting, widen: Widen): Waiting => ({
  ...waiting,
  widenings: waiting.widenings + (wantsMore(widen) ? 1 : 0),
  needs: widenNeeds(waiting.needs, widen),
})

const sessionsOf = (holds: readonly LaneHold[]) => [...new Set(holds.map((hold) => hold.sessionId))]

const refused = (batch: readonly Waiting[], refusal: Refused<'busy'>): Committed => ({
  outcomes: batch.map((waiting) => () => waiting.refuse(refusal)),
  changed: new Set(),
})
