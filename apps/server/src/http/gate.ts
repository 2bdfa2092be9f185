/**
 * Runs the work when it is its turn. Resolves to null without starting the work if too many are
 * waiting already, or the caller has too many.
 */
export type Gate = <T>(work: () => Promise<T>, caller?: string) => Promise<T | null>

export interface GateBounds {
  /** How many run at a time. */
  atOnce: number
  /** How many more wait, in order of arrival. */
  waiting: number
  /** How many of one caller may run or wait; unlimited if absent. */
  perCaller?: number
}

export function createGate({ atOnce, waiting, perCaller = Infinity }: GateBounds): Gate {
  const queue: (() => void)[] = []
  const callers = new Map<string, number>()
  let inProgress = 0

  /** Waits for a turn; false if no more may wait. */
  async function enter(): Promise<boolean> {
    if (inProgress < atOnce) inProgress += 1
    else if (queue.length >= waiting) return false
    // The turn is passed on directly to the next in the queue.
    else await new Promise<void>((begin) => queue.push(begin))
    return true
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else inProgress -= 1
  }

  async function run<T>(work: () => Promise<T>): Promise<T | null> {
    if (!(await enter())) return null
    try {
      return await work()
    } finally {
      leave()
    }
  }

  return async (work, caller) => {
    if (caller === undefined) return run(work)
    const count = callers.get(caller) ?? 0
    if (count >= perCaller) return null
    callers.set(caller, count + 1)
    try {
      return await run(work)
    } finally {
      const left = (callers.get(caller) ?? 1) - 1
      if (left > 0) callers.set(caller, left)
      else callers.delete(caller)
    }
  }
}
