/** Runs the work when it is its turn; null: too many wait already, and it was not begun. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T | null>

/** Lets so many at a time in, and so many more wait for them, first come, first served. */
export function createGate(atOnce: number, waiting: number): Gate {
  const queue: (() => void)[] = []
  let underway = 0
  return async (work) => {
    if (underway < atOnce) underway += 1
    else if (queue.length >= waiting) return null
    // Whoever leaves hands its place on.
    else await new Promise<void>((enter) => queue.push(enter))
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else underway -= 1
    }
  }
}
