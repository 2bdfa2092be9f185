import type { FastifyBaseLogger } from 'fastify'

export interface Job {
  name: string
  everySeconds: number
  /** A kick is about what was just queued; this looks at everything and keeps to its turns. */
  ignoresKicks?: true
  /** Returns how many things it did; it is run again at once while that is more than 0. */
  run(): Promise<number>
}

export interface Jobs {
  start(): void
  /** Runs every job soon, without waiting for its turn. */
  kick(): void
  /** Resolves when no job is under way; none starts any more. */
  stop(): Promise<void>
}

/** One more pass finds nothing, or the next turn does: a job that never ends is a bug. */
const MAX_PASSES = 50
/** An on-sale kicks thousands of times a second: what they are about is gathered for so long. */
const KICK_PAUSE_MS = 250

/**
 * Periodic work of this process. Every job claims its rows with SKIP LOCKED or takes the lock of
 * what it changes, so any number of processes may run the same ones.
 */
export function createJobs(
  jobs: readonly Job[],
  log: FastifyBaseLogger,
  onSuccess: (name: string) => void = () => {},
): Jobs {
  const timers = new Map<Job, NodeJS.Timeout>()
  const underway = new Set<Promise<void>>()
  const running = new Set<Job>()
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

  function turn(job: Job): void {
    if (stopped) return
    // A kick while the job runs may be about something it has already passed by.
    if (running.has(job)) {
      wanted.add(job)
      return
    }
    clearTimeout(timers.get(job))
    running.add(job)
    const done = passes(job).finally(() => {
      running.delete(job)
      underway.delete(done)
      if (stopped) return
      const pause = wanted.delete(job) ? KICK_PAUSE_MS : job.everySeconds * 1000
      timers.set(
        job,
        setTimeout(() => turn(job), pause),
      )
    })
    underway.add(done)
  }

  return {
    start() {
      stopped = false
      for (const job of jobs) turn(job)
    },
    kick() {
      for (const job of jobs) if (!job.ignoresKicks) turn(job)
    },
    async stop() {
      stopped = true
      for (const timer of timers.values()) clearTimeout(timer)
      await Promise.all(underway)
    },
  }
}
