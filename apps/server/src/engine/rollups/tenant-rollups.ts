import type { Database } from '@foyer/db'
import {
  lockRollups,
  type RollupScope,
  selectNews,
  selectVersion,
  touchEvent,
  writeRollups,
} from './rollup-sql.ts'

/** A session is rewritten at most four times a second; the first change is written at once. */
const REST_MS = 250
/**
 * Pause after a flush, so that a hundred hot sessions are written together. It is shorter than the rest
 * of a session, so nothing is shown later because of it, unless a flush takes long.
 */
const FLUSH_PAUSE_MS = 100
/** How often changes by other processes are read. */
const POLL_MS = 250
/**
 * How often all rollups of a tenant are compared with stock while it has visitors. Without visitors
 * nothing is compared; the first visitor of an event has that event compared.
 */
const COMPARE_MS = 30_000
/**
 * A comparison that began earlier than this is repeated. It is longer than a round of comparisons
 * takes.
 */
const COMPARED_MS = COMPARE_MS + 15_000
/** Longer than any answer is cached. */
const FOLLOW_MS = 5000

interface Hooks {
  onNews(eventId: string): void
  onError(error: unknown): void
  /** Compares the whole tenant elsewhere instead of here. */
  compareTenant?(): Promise<void>
}

/**
 * The rollups of one tenant in this process: marks, flushes, and news of what other processes
 * wrote.
 */
export class TenantRollups {
  readonly #db: Database
  readonly #tenantId: number
  readonly #hooks: Hooks

  readonly #dirty = new Set<string>()
  /** Sessions that were written less than REST_MS ago. */
  readonly #resting = new Set<string>()
  #flushTimer: NodeJS.Timeout | null = null
  #flushing: Promise<void> | null = null
  #flushedAt = Number.NEGATIVE_INFINITY
  #isStopped = false

  /** Events that this process has compared with stock; when each comparison began, and when it ended. */
  readonly #compared = new Map<string, { done: Promise<number>; at: number }>()
  /** When the last successful comparison of the whole tenant began. */
  #tenantComparedAt = Number.NEGATIVE_INFINITY
  #tenantComparingAt = Number.NEGATIVE_INFINITY
  #followers = 0
  #followedUntil = 0
  /** Resolves with the moment since when everything that is written is reported. */
  #following: Promise<number> | null = null
  #pollTimer: NodeJS.Timeout | null = null
  #turnTimer: NodeJS.Timeout | null = null
  #polling: Promise<void> = Promise.resolve()
  #pollsWaiting = 0
  #seen = 0

  constructor(db: Database, tenantId: number, hooks: Hooks) {
    this.#db = db
    this.#tenantId = tenantId
    this.#hooks = hooks
  }

  changed(sessionId: string): void {
    this.#dirty.add(sessionId)
    this.#schedule()
  }

  async follow(eventId: string): Promise<number> {
    this.#followedUntil = performance.now() + FOLLOW_MS
    const followedSince = await this.#startFollowing()
    const now = performance.now()
    const present = this.#compared.get(eventId)
    if (present && now - Math.max(present.at, this.#tenantComparedAt) < COMPARED_MS) {
      return Math.max(followedSince, await present.done)
    }
    const done = this.compare({ eventId }).then(() => performance.now())
    this.#compared.set(eventId, { done, at: now })
    done.catch(() => this.#compared.delete(eventId))
    return Math.max(followedSince, await done)
  }

  compareSoon(): void {
    const now = performance.now()
    if (this.#isStopped || now - this.#tenantComparingAt < COMPARE_MS) return
    this.#tenantComparingAt = now
    const { compareTenant = () => this.compare('tenant') } = this.#hooks
    compareTenant().then(() => {
      this.#tenantComparedAt = now
    }, this.#hooks.onError)
  }

  keepFollowing(): () => void {
    this.#followers += 1
    this.#startFollowing().catch(this.#hooks.onError)
    return () => {
      this.#followers -= 1
    }
  }

  async compare(scope: RollupScope): Promise<void> {
    // Comparing all sessions of an organizer may take longer than a request is allowed to.
    const on = scope === 'tenant' ? this.#db.longWork : this.#db
    await on.withTenant(this.#tenantId, async (tx) => {
      await lockRollups(tx, this.#tenantId)
      await writeRollups(tx, scope)
    })
    if (this.#following) await this.#poll()
  }

  async eventChanged(eventId: string): Promise<void> {
    await this.#db.withTenant(this.#tenantId, async (tx) => {
      await lockRollups(tx, this.#tenantId)
      await writeRollups(tx, { eventId })
      await touchEvent(tx, eventId)
    })
    if (this.#following) await this.#poll()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#turnTimer) clearTimeout(this.#turnTimer)
    if (this.#flushTimer) clearTimeout(this.#flushTimer)
    if (this.#pollTimer) clearInterval(this.#pollTimer)
    await this.#flushing
    this.#resting.clear()
    await this.#flush()
    await this.#polling
  }

  #schedule(): void {
    if (this.#isStopped || this.#flushTimer || this.#flushing) return
    if (this.#due().length === 0) return
    const wait = Math.max(0, this.#flushedAt + FLUSH_PAUSE_MS - performance.now())
    this.#flushTimer = setTimeout(() => {
      this.#flushTimer = null
      this.#flushing = this.#flush().finally(() => {
        this.#flushing = null
        this.#schedule()
      })
    }, wait)
  }

  #due(): string[] {
    return [...this.#dirty].filter((id) => !this.#resting.has(id))
  }

  async #flush(): Promise<void> {
    const sessionIds = this.#due()
    if (sessionIds.length === 0) return
    for (const id of sessionIds) {
      this.#dirty.delete(id)
      this.#resting.add(id)
    }
    this.#wakeAfterRest(sessionIds)
    try {
      await this.compare({ sessionIds })
    } catch (error) {
      this.#hooks.onError(error)
      for (const id of sessionIds) this.#dirty.add(id)
    } finally {
      this.#flushedAt = performance.now()
    }
  }

  #wakeAfterRest(sessionIds: readonly string[]): void {
    const timer = setTimeout(() => {
      for (const id of sessionIds) this.#resting.delete(id)
      this.#schedule()
    }, REST_MS)
    timer.unref()
  }

  /** Resolves when everything that is written from then on will be reported. */
  #startFollowing(): Promise<number> {
    if (this.#following) return this.#following
    if (this.#isStopped) return Promise.resolve(performance.now())
    this.#following = this.#db.withTenant(this.#tenantId, selectVersion).then((version) => {
      this.#seen = version
      if (!this.#isStopped) this.#pollTimer = setInterval(() => this.#pollOrEnd(), POLL_MS)
      return performance.now()
    })
    this.#following.catch(() => {
      this.#following = null
    })
    return this.#following
  }

  #pollOrEnd(): void {
    if (this.#followers > 0 || performance.now() < this.#followedUntil) {
      this.compareSoon()
      // A slow database gets no second question before it has answered the first.
      if (this.#pollsWaiting === 0) this.#poll().catch(this.#hooks.onError)
      return
    }
    if (this.#pollTimer) clearInterval(this.#pollTimer)
    this.#pollTimer = null
    this.#following = null
  }

  /** Sales start at a moment that many wait for: looks right then, and not up to a poll later. */
  #pollAtTurn(inMs: number): void {
    if (this.#isStopped || this.#turnTimer) return
    this.#turnTimer = setTimeout(
      () => {
        this.#turnTimer = null
        if (this.#following) this.#poll().catch(this.#hooks.onError)
      },
      Math.max(0, Math.ceil(inMs)) + 1,
    )
  }

  /** Polls run one at a time: a poll that began before a flush's commit may not have seen it. */
  #poll(): Promise<void> {
    const look = async () => {
      const { events, turnedSessionIds, nextTurnMs } = await this.#db.withTenant(
        this.#tenantId,
        (tx) => selectNews(tx, this.#seen),
      )
      this.#seen = Math.max(this.#seen, ...events.map((event) => event.version))
      for (const { eventId } of events) this.#hooks.onNews(eventId)
      for (const sessionId of turnedSessionIds) this.changed(sessionId)
      if (nextTurnMs !== null && nextTurnMs < POLL_MS) this.#pollAtTurn(nextTurnMs)
    }
    this.#pollsWaiting += 1
    const looked = this.#polling.then(look).finally(() => {
      this.#pollsWaiting -= 1
    })
    this.#polling = looked.catch(() => {})
    return looked
  }
}
