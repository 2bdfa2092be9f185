import type { FastifyBaseLogger } from 'fastify'
import type { Tenant, Tenants } from '../tenants.ts'
import type { DueWork } from './due-work.ts'

/** Work that is done for one tenant at a time, when the look finds it due or a kick names the tenant. */
export interface TenantJob {
  name: string
  /** Whether a kick of a tenant runs it at once, or only the look. */
  isKicked: boolean
  /** Tenants served side by side; the others wait their turn. */
  atOnce: number
  /** Returns how many things it did; while that is more than 0, the tenant queues again, at the end. */
  run(tenant: Tenant): Promise<number>
}

export interface TenantJobs {
  start(): void
  /** Runs the kicked jobs of one tenant soon, without waiting for the next look. */
  kick(tenantId: number): void
  /** Resolves when nothing is under way; nothing starts any more. */
  stop(): Promise<void>
}

export interface TenantJobsOptions {
  jobs: readonly TenantJob[]
  look(): Promise<readonly DueWork[]>
  tenants: Pick<Tenants, 'byId'>
  log: FastifyBaseLogger
  /** Called after each look for each job that no tenant waits for and that failed for none. */
  onSuccess?(job: string): void
}

const LOOK_EVERY_MS = 1000
/**
 * The rest after a look, in multiples of its duration. Without the role that sees all tenants, a look
 * visits each of them and takes long: it then runs for about 1/30 of the time only.
 */
const REST_PER_LOOK = 30
/** An on-sale kicks thousands of times a second: a tenant's job rests for so long after each. */
const KICK_PAUSE_MS = 250
/** After a failure: as long as the work itself usually waits before it is tried again. */
const FAILED_PAUSE_MS = 5000
/** A job that always has more to do is a bug, or a flood: then its tenant rests after so many rounds. */
const MAX_ROUNDS = 50

/**
 * Runs the jobs of all tenants. One look a second finds what is due, and only those tenants are
 * visited. Each job has a queue of its own in which tenants take turns, a round each, so what a tenant
 * waits for does not depend on how much the others have, nor one kind of work on another. Every job
 * claims its rows, so any number of processes may run the same ones.
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
  /** Asked for while under way or at rest: perhaps about a row that was already passed by. */
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
      // One that this process has not read yet is found again by a later look.
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
