import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  name: string
  everySeconds: number
  /**
   * A kick announces what was just queued. This job looks at everything, so it keeps to its
   * interval.
   */
  ignoresKicks?: true
  /** Returns how many things it did; while that is more than 0, it runs again at once. */
  run(): Promise<number>
}

export interface Jobs {
  start(): void
  /** Runs every job soon, without waiting for its turn. */
  kick(): void
  /** Resolves when no job is under way any more; none starts after the call. */
  stop(): Promise<void>
}

/** Work that is left after so many runs waits for the next turn. A job that never ends is a bug. */
const MAX_PASSES = 50
/** An on-sale kicks thousands of times a second, so a job rests for this long after a kick. */
const KICK_PAUSE_MS = 250

/**
 * Runs the periodic work of this process. Every job claims its rows with SKIP LOCKED, or locks what
 * it changes, so several processes may run the same jobs.
 */
export function createJobs(
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  onSuccess: (name: string) => void = () => {},
): Jobs {
  const timers = new Map<Job, NodeJS.Timeout>()
  const inProgress = new Set<Promise<void>>()
  /** Jobs that run, or rest after a kick. */
  const occupied = new Set<Job>()
  const wanted = new Set<Job>()
  let stopped = true

  async function passes(job: Job): Promise<void> {
    try {
      for (let pass = 0; pass < MAX_PASSES && !stopped; pass += 1) {
        if ((await job.run()) === 0) break
      }
      onSuccess(job.name)
    } catch (error) {
      log.error({ err: error, job: job.name }, 'job failed, it runs again at its next turn')
    }
  }

  function turn(job: Job, isKicked: boolean): void {
    if (stopped) return
    // A kick during a run may be about a row that the run has already passed.
    if (occupied.has(job)) {
      wanted.add(job)
      return
    }
    clearTimeout(timers.get(job))
    occupied.add(job)
    const done = passes(job).finally(() => {
      inProgress.delete(done)
      if (stopped) return
      if (isKicked || wanted.has(job)) after(job, KICK_PAUSE_MS, () => settle(job))
      else settle(job)
    })
    inProgress.add(done)
  }

  function settle(job: Job): void {
    occupied.delete(job)
    if (wanted.delete(job)) turn(job, true)
    else after(job, job.everySeconds * 1000, () => turn(job, false))
  }

  function after(job: Job, milliseconds: number, act: () => void): void {
    timers.set(job, setTimeout(act, milliseconds))
  }

  return {
    start() {
      stopped = false
      for (const job of jobs) turn(job, false)
    },
    kick() {
      for (const job of jobs) if (!job.ignoresKicks) turn(job, true)
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(inProgress)
    },
  }
}
