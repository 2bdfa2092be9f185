import { setImmediate as untilNextTurn } from 'node:timers/promises'
import type { Refused, Result } from '@foyer/contract'
import { CommitOutcomeUnknown, type Database, isTransient } from '@foyer/db'
import { type BatchItem, type Committed, commitBatch } from './commit-batch.ts'
import type { LaneOp } from './lane-op.ts'
import type { LaneHold, LaneNeeds, Widen } from './lane-types.ts'
import { BUSY, UNCONFIRMED } from './refusals.ts'
import { Whereabouts } from './whereabouts.ts'

/** More would make one transaction long enough to be felt by the first of its waiters. */
const BATCH_LIMIT = 128
/** Waiting beyond this, a caller is better told to come back. */
const QUEUE_LIMIT = 10_000
/** Transactions side by side, of different sessions; more would queue at the disk. */
const WORKERS = 4

export interface LaneHooks {
  /** After a commit that changed the session's stock. */
  onChange(tenantId: number, sessionId: string): void
  onError(error: unknown, context: { tenantId: number; ops: number }): void
  /** After a batch, whatever came of it. */
  onBatch?(batch: { ops: number; waitedMs: number; commitMs: number; ok: boolean }): void
}

/** All stock operations of this process. */
export interface Lanes {
  /**
   * Resolves with the operation's answer once its batch is committed; never rejects. `busy` when
   * the queue is full or the database is away: nothing was changed, or a retry finds what was.
   */
  submit<T>(tenantId: number, op: LaneOp<T>, client?: string): Promise<Result<T>>
  /** Refuses new work and resolves when all that was accepted is answered. */
  drain(): Promise<void>
  isAccepting(): boolean
  /**
   * Operations waiting, in how many lanes, and the age of the oldest in milliseconds; and those whose
   * batch is under way.
   */
  stats(): { queued: number; lanes: number; oldestMs: number; underway: number }
}

interface Waiting extends BatchItem {
  since: number
  isSecondTry?: true
  refuse(refusal: Refused): void
}

/** Operations that want the same sessions, in order of arrival. */
interface Lane {
  tenantId: number
  sessionIds: readonly string[]
  queue: Waiting[]
}

/**
 * Natural group commit. What arrives while a session's batch is under way forms its next one. Sessions
 * that are idle share a batch. No timer, so a lone request waits for nothing. The row lock stays the
 * judge between processes: lanes only spare them from queueing at it one by one.
 */
export function createLanes(db: Database, hooks: LaneHooks): Lanes {
  // In order of who has waited longest since its last batch.
  const lanes = new Map<string, Lane>()
  const whereabouts = new Whereabouts()
  const busy = new Set<string>()
  const running = new Set<Promise<void>>()
  let queued = 0
  let underway = 0
  let accepting = true
  let isPumpDue = false

  function enqueue(tenantId: number, waiting: Waiting): void {
    const sessionIds = [...new Set(waiting.needs.sessionIds)].sort()
    const key = `${tenantId}/${sessionIds.join()}`
    const lane = lanes.get(key)
    if (lane) lane.queue.push(waiting)
    else lanes.set(key, { tenantId, sessionIds, queue: [waiting] })
    queued += 1
    pumpSoon()
  }

  /** At the end of this turn of the event loop: what its other requests want joins the batch. */
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
      const { tenantId, sessionIds, waiting } = take()
      if (waiting.length === 0) return
      for (const sessionId of sessionIds) busy.add(sessionId)
      underway += waiting.length
      const done = commit(tenantId, waiting).then((committed) => {
        running.delete(done)
        underway -= waiting.length
        for (const sessionId of sessionIds) busy.delete(sessionId)
        pumpSoon()
        answer(tenantId, waiting, committed)
      })
      running.add(done)
    }
  }

  /** The next batch: lanes of one tenant none of whose sessions is under way or asked for earlier. */
  function take(): { tenantId: number; sessionIds: string[]; waiting: Waiting[] } {
    const blocked = new Set(busy)
    const batch = { tenantId: 0, sessionIds: [] as string[], waiting: [] as Waiting[] }
    for (const [key, lane] of lanes) {
      const room = BATCH_LIMIT - batch.waiting.length
      if (room === 0) break
      const isFree = !lane.sessionIds.some((sessionId) => blocked.has(sessionId))
      const isOurs = batch.waiting.length === 0 || lane.tenantId === batch.tenantId
      for (const sessionId of lane.sessionIds) blocked.add(sessionId)
      if (!isFree || !isOurs) continue
      batch.tenantId = lane.tenantId
      batch.sessionIds.push(...lane.sessionIds)
      batch.waiting.push(...lane.queue.slice(0, room))
      const rest = lane.queue.slice(room)
      lanes.delete(key)
      if (rest.length > 0) lanes.set(key, { ...lane, queue: rest })
    }
    queued -= batch.waiting.length
    return batch
  }

  function answer(
    tenantId: number,
    batch: readonly Waiting[],
    { outcomes, changed }: Committed,
  ): void {
    for (const [index, waiting] of batch.entries()) {
      const outcome = outcomes[index]
      if (typeof outcome === 'function') outcome()
      else if (outcome) enqueue(tenantId, widened(waiting, outcome))
    }
    for (const sessionId of changed) hooks.onChange(tenantId, sessionId)
  }

  async function commit(tenantId: number, batch: readonly Waiting[]): Promise<Committed> {
    const startedAt = performance.now()
    const told = (ok: boolean) =>
      hooks.onBatch?.({
        ops: batch.length,
        waitedMs: startedAt - (batch[0]?.since ?? startedAt),
        commitMs: performance.now() - startedAt,
        ok,
      })
    try {
      const committed = await commitBatch(db, tenantId, batch)
      told(true)
      return committed
    } catch (error) {
      told(false)
      hooks.onError(error, { tenantId, ops: batch.length })
      if (error instanceof CommitOutcomeUnknown) return refused(batch, UNCONFIRMED)
      return isTransient(error) ? refused(batch, BUSY) : bisect(tenantId, batch)
    }
  }

  /** A row that is refused must not sink its neighbours: halve until it stands alone. */
  async function bisect(tenantId: number, batch: readonly Waiting[]): Promise<Committed> {
    const [alone] = batch
    if (alone && batch.length === 1) {
      // Once more: a key that another process used this very moment is found now, and answered.
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
    submit<T>(tenantId: number, op: LaneOp<T>): Promise<Result<T>> {
      if (!accepting || queued >= QUEUE_LIMIT) return Promise.resolve(BUSY)
      const { cartIds = [] } = op.needs
      const seen = whereabouts.guess(tenantId, cartIds)
      return new Promise((resolve) => {
        enqueue(tenantId, {
          needs: seen.length > 0 ? withSessions(op.needs, seen) : op.needs,
          since: performance.now(),
          decide(book) {
            const decision = op.decide(book)
            for (const cartId of cartIds) {
              whereabouts.note(tenantId, cartId, sessionsOf(book.liveOf(cartId)))
            }
            return 'widenTo' in decision ? decision : () => resolve(decision)
          },
          refuse: resolve,
        })
      })
    },
    async drain() {
      accepting = false
      while (queued > 0 || running.size > 0) {
        await Promise.all(running)
        await untilNextTurn()
      }
    },
    isAccepting: () => accepting,
    stats() {
      const oldest = Math.min(
        ...[...lanes.values()].map((lane) => lane.queue[0]?.since ?? Infinity),
      )
      return {
        queued,
        lanes: lanes.size,
        underway,
        oldestMs: Number.isFinite(oldest) ? performance.now() - oldest : 0,
      }
    },
  }
}

const widened = (waiting: Waiting, { widenTo, couponUseIds = [] }: Widen): Waiting => ({
  ...waiting,
  needs: {
    ...withSessions(waiting.needs, widenTo),
    couponUseIds: [...(waiting.needs.couponUseIds ?? []), ...couponUseIds],
  },
})

const withSessions = (needs: LaneNeeds, more: readonly string[]): LaneNeeds => ({
  ...needs,
  sessionIds: [...needs.sessionIds, ...more],
})

const sessionsOf = (holds: readonly LaneHold[]) => [...new Set(holds.map((hold) => hold.sessionId))]

const refused = (batch: readonly Waiting[], refusal: Refused): Committed => ({
  outcomes: batch.map((waiting) => () => waiting.refuse(refusal)),
  changed: new Set(),
})
