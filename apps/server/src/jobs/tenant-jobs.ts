import type { FastifyBaseLogger } from 'fastify'
import type { Tenant, TenantRegistry } from '../tenant-registry.ts'
import type { DueWork } from './due-work.ts'

/**
 * A job that runs for one tenant at a time, when the look finds due work or a kick names the
 * tenant.
 */
export interface TenantJob {
  name: string
  /** Whether a kick runs it at once; otherwise only the look does. */
  isKicked: boolean
  /** How many tenants are served side by side; the others wait for their turn. */
  atOnce: number
  /**
   * Returns how many things it did; while that is more than 0, the tenant joins the queue again at
   * its end.
   */
  run(tenant: Tenant): Promise<number>
}

export interface TenantJobs {
  start(): void
  /** Runs the kicked jobs of one tenant soon, without waiting for the next look. */
  kick(tenantId: number): void
  /** Resolves when nothing is under way any more; nothing starts after the call. */
  stop(): Promise<void>
}

export interface TenantJobsOptions {
  jobs: readonly TenantJob[]
  look(): Promise<readonly DueWork[]>
  tenants: Pick<TenantRegistry, 'byId'>
  log: FastifyBaseLogger
  /** Called after each look for every job that has no tenant waiting and failed for none. */
  onSuccess?(job: string): void
}

const LOOK_EVERY_MS = 1000
/**
 * The rest after a look, in multiples of its duration. Without the role that may read all tenants,
 * a look visits each of them and takes long; it then runs only about 1/30 of the time.
 */
const REST_PER_LOOK = 30
/**
 * An on-sale kicks thousands of times a second, so a tenant's job rests for this long after each
 * round.
 */
const KICK_PAUSE_MS = 250
/**
 * The rest after a failure: as long as a failed piece of work usually waits before it is tried
 * again.
 */
const FAILED_PAUSE_MS = 5000
/** A tenant rests after this many rounds. A job that always has more to do is a bug, or a flood. */
const MAX_ROUNDS = 50

/**
 * Runs the jobs of all tenants. One look a second finds due work, and only tenants with due work
 * are visited. Each job has its own queue, where tenants take turns of one round. So a tenant waits
 * neither for another tenant's backlog nor for another job. Every job claims its rows, so several
 * processes may run the same jobs.
 */
export function createTenantJobs(options: TenantJobsOptions): TenantJobs {
  const { log, onSuccess = () => {} } = options
  const queues = new Map(options.jobs.map((job) => [job.name, new TenantQueue(job, options)]))
  let lookTimer: NodeJS.Timeout | null = null
  let looking: Promise<void> = Promise.resolve()
  let stopped = true

  async function look(): Promise<void> {
    const begunAt = performance.now()
    try {
      for (const { job, tenantId } of await options.look()) queues.get(job)?.add(tenantId)
      for (const [name, queue] of queues) if (queue.isWell()) onSuccess(name)
    } catch (error) {
      log.error({ err: error }, 'the look for due work failed, it is repeated')
    }
    if (stopped) return
    const rest = Math.max(LOOK_EVERY_MS, (performance.now() - begunAt) * REST_PER_LOOK)
    lookTimer = setTimeout(() => {
      looking = look()
    }, rest)
  }

  return {
    start() {
      stopped = false
      looking = look()
    },
    kick(tenantId) {
      if (stopped) return
      for (const queue of queues.values()) if (queue.job.isKicked) queue.add(tenantId)
    },
    async stop() {
      stopped = true
      if (lookTimer) clearTimeout(lookTimer)
      await looking
      await Promise.all([...queues.values()].map((queue) => queue.stop()))
    },
  }
}

/** The tenants that wait for one job, in order of arrival. */
class TenantQueue {
  readonly job: TenantJob
  readonly #options: TenantJobsOptions
  readonly #waiting = new Set<number>()
  readonly #inProgress = new Map<number, Promise<void>>()
  /**
   * Tenants that were kicked during their round or rest. They get another round, because the last
   * one may have missed the new row.
   */
  readonly #again = new Set<number>()
  readonly #resting = new Map<number, NodeJS.Timeout>()
  readonly #rounds = new Map<number, number>()
  readonly #failed = new Set<number>()
  #stopped = false

  constructor(job: TenantJob, options: TenantJobsOptions) {
    this.job = job
    this.#options = options
  }

  add(tenantId: number): void {
    if (this.#stopped) return
    if (this.#inProgress.has(tenantId) || this.#resting.has(tenantId)) this.#again.add(tenantId)
    else {
      this.#waiting.add(tenantId)
      this.#next()
    }
  }

  /** Whether nothing waits and the last round of every tenant succeeded. */
  isWell(): boolean {
    return this.#waiting.size === 0 && this.#failed.size === 0
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#waiting.clear()
    for (const timer of this.#resting.values()) clearTimeout(timer)
    await Promise.all(this.#inProgress.values())
  }

  #next(): void {
    for (const tenantId of this.#waiting) {
      if (this.#inProgress.size >= this.job.atOnce) return
      this.#waiting.delete(tenantId)
      const tenant = this.#options.tenants.byId(tenantId)
      // A new tenant that this process has not read yet is found again by a later look.
      if (tenant) this.#inProgress.set(tenantId, this.#round(tenant))
    }
  }

  async #round(tenant: Tenant): Promise<void> {
    let restMs = KICK_PAUSE_MS
    let done = 0
    try {
      done = await this.job.run(tenant)
      this.#failed.delete(tenant.id)
    } catch (error) {
      const details = { err: error, job: this.job.name, tenant: tenant.slug }
      this.#options.log.error(details, 'job failed, it runs again soon')
      this.#failed.add(tenant.id)
      restMs = FAILED_PAUSE_MS
    }
    this.#inProgress.delete(tenant.id)
    if (this.#stopped) return
    const rounds = done > 0 ? (this.#rounds.get(tenant.id) ?? 0) + 1 : 0
    if (done > 0 && rounds < MAX_ROUNDS) {
      this.#rounds.set(tenant.id, rounds)
      this.#again.delete(tenant.id)
      this.#waiting.add(tenant.id)
    } else {
      this.#rounds.delete(tenant.id)
      this.#rest(tenant.id, restMs)
    }
    this.#next()
  }

  #rest(tenantId: number, milliseconds: number): void {
    const timer = setTimeout(() => {
      this.#resting.delete(tenantId)
      if (this.#again.delete(tenantId)) this.add(tenantId)
    }, milliseconds)
    this.#resting.set(tenantId, timer)
  }
}
