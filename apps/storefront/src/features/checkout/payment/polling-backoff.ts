/**
 * Backoff between two questions about a payment. They grow, since what did not end at once may take
 * long, and stay short enough that somebody who watches sees the end as it comes.
 */
const GROWING_MILLISECONDS = [500, 1000, 2000, 3000, 4000, 6000, 8000, 12_000] as const
const LONGEST_MILLISECONDS = 15_000

/** From this round on waiting is no longer usual, and from the next on it needs explaining. */
export const SLOW_FROM_ROUND = 2
export const LONG_FROM_ROUND = 6

/** Milliseconds to wait after so many questions. */
export const backoffAfter = (round: number): number =>
  GROWING_MILLISECONDS[round] ?? LONGEST_MILLISECONDS

export interface Backoff {
  /** Waits, but no longer than until the connection or the buyer is back, or `wake` is called. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  wake: () => void
}

export function createBackoff(): Backoff {
  let end = () => {}
  return {
    wake: () => end(),
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const look = () => {
          if (!document.hidden) end()
        }
        end = () => {
          clearTimeout(timer)
          window.removeEventListener('online', end)
          document.removeEventListener('visibilitychange', look)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        window.addEventListener('online', end)
        document.addEventListener('visibilitychange', look)
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      }),
  }
}
