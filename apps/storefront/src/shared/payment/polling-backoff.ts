/**
 * The pauses between two questions about a payment. They grow, because a payment that did not end at
 * once may take long, and stay short enough that a buyer who watches sees the outcome soon.
 */
const GROWING_MILLISECONDS = [500, 1000, 2000, 3000, 4000, 6000, 8000, 12_000] as const
const LONGEST_MILLISECONDS = 15_000

/** From this round on the page says that it takes longer than usual. */
export const SLOW_FROM_ROUND = 2
/** From this round on the page explains that our server does not answer. */
export const LONG_FROM_ROUND = 6

/** Milliseconds to wait after `round` + 1 questions. */
export const backoffAfter = (round: number): number =>
  GROWING_MILLISECONDS[round] ?? LONGEST_MILLISECONDS

export interface Backoff {
  /** Ends early when the connection is back, the tab is shown again, `wake` is called or `signal` aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>
  wake: () => void
}

export function createBackoff(): Backoff {
  let end = () => {}
  return {
    wake: () => end(),
    wait: (milliseconds, signal) =>
      new Promise((resolve) => {
        const onVisibility = () => {
          if (!document.hidden) end()
        }
        end = () => {
          clearTimeout(timer)
          window.removeEventListener('online', end)
          document.removeEventListener('visibilitychange', onVisibility)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, milliseconds)
        window.addEventListener('online', end)
        document.addEventListener('visibilitychange', onVisibility)
        signal.addEventListener('abort', end)
        if (signal.aborted) end()
      }),
  }
}
