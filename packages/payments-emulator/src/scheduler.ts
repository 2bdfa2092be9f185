import type { Pending } from './work.ts'

/** Performs work after a delay, or at once if a test asks for it. */
export interface Scheduler {
  schedule(pending: Pending): void
  /** Performs all pending work now. */
  settle(): void
  close(): void
}

export function createScheduler(delayMs: number, perform: (pending: Pending) => void): Scheduler {
  const timers = new Map<Pending, NodeJS.Timeout>()
  const run = (pending: Pending) => {
    clearTimeout(timers.get(pending))
    timers.delete(pending)
    perform(pending)
  }
  return {
    schedule(pending) {
      // Unreferenced, so that a scheduled event does not keep the process alive.
      timers.set(pending, setTimeout(run, delayMs, pending).unref())
    },
    settle() {
      for (const pending of [...timers.keys()]) run(pending)
    },
    close() {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}
