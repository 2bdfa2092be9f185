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
  /** By how much the numbers of one caller are multiplied now; by default 1. */
  factor?: () => number
  /** How many of one caller may run at a time; others go before those beyond it. */
  perCallerAtOnce?: number
}

/** Of a gate that callers share. */
export type SharedGateBounds = GateBounds & Required<Pick<GateBounds, 'perCaller'>>

interface Waiting {
  caller: string | undefined
  begin(): void
}

export function createGate({
  atOnce,
  waiting,
  perCaller = Infinity,
  factor = () => 1,
  perCallerAtOnce = Infinity,
}: GateBounds): Gate {
  const queue: Waiting[] = []
  const present = new Counts()
  const running = new Counts()
  let inProgress = 0

  const mayBegin = (caller: string | undefined) =>
    inProgress < atOnce && running.of(caller) < perCallerAtOnce * factor()

  function begin(caller: string | undefined): void {
    inProgress += 1
    running.add(caller, 1)
  }

  /** Waits for a turn; false if no more may wait. */
  async function enter(caller: string | undefined): Promise<boolean> {
    if (mayBegin(caller)) begin(caller)
    else if (queue.length >= waiting) return false
    // The turn is passed on directly to the next in the queue.
    else await new Promise<void>((turn) => queue.push({ caller, begin: turn }))
    return true
  }

  function leave(caller: string | undefined): void {
    inProgress -= 1
    running.add(caller, -1)
    for (;;) {
      const next = queue.findIndex((each) => mayBegin(each.caller))
      const [found] = next === -1 ? [] : queue.splice(next, 1)
      if (!found) return
      begin(found.caller)
      found.begin()
    }
  }

  return async (work, caller) => {
    if (present.of(caller) >= perCaller * factor()) return null
    present.add(caller, 1)
    try {
      if (!(await enter(caller))) return null
      try {
        return await work()
      } finally {
        leave(caller)
      }
    } finally {
      present.add(caller, -1)
    }
  }
}

/** Counts by caller; work without one is not counted. */
class Counts {
  readonly #counts = new Map<string, number>()

  of(caller: string | undefined): number {
    return caller === undefined ? 0 : (this.#counts.get(caller) ?? 0)
  }

  add(caller: string | undefined, change: number): void {
    if (caller === undefined) return
    const count = this.of(caller) + change
    if (count > 0) this.#counts.set(caller, count)
    else this.#counts.delete(caller)
  }
}
