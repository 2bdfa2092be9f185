/**
 * Runs the work when it is its turn. Null: too many are waiting already, or too many of the same
 * caller's, and the work was not begun.
 */
export type Gate = <T>(work: () => Promise<T>, caller?: string) => Promise<T | null>

export interface GateBounds {
  /** How many run at a time. */
  atOnce: number
  /** How many more wait, first come, first served. */
  waiting: number
  /** How many of one caller run or wait; without it a caller may have all. */
  perCaller?: number
}

export function createGate({ atOnce, waiting, perCaller = Infinity }: GateBounds): Gate {
  const queue: (() => void)[] = []
  const callers = new Map<string, number>()
  let underway = 0

  /** Takes a turn, or says that there is none to be had. */
  async function enter(): Promise<boolean> {
    if (underway < atOnce) underway += 1
    else if (queue.length >= waiting) return false
    // The work that ends hands its place on.
    else await new Promise<void>((begin) => queue.push(begin))
    return true
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else underway -= 1
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
