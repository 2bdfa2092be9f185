import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Bounds } from '../bounds.ts'
import type { Metrics } from './metrics.ts'

const RESOLUTION_MS = 20
const SAMPLE_MS = 500

/**
 * Refuses new holds (admission `sale`) while more arrive than can be granted; a buyer without a
 * hold loses nothing. Reads, releases, payments, orders and webhooks are not refused: they are
 * cheap, or finish what a buyer has begun.
 */
export interface Shedding {
  /**
   * Whether the request that has just arrived is to be refused; if so, it is counted as refused.
   */
  isDue(): boolean
  began(): void
  ended(): void
  close(): void
}

/**
 * Keeps reads fast while more holds arrive than can be granted: above the bounds, new holds are
 * refused with a Retry-After before their body is read.
 */
export function createShedding(
  metrics: Pick<Metrics, 'watchRequests' | 'shed'>,
  bounds: Pick<Bounds, 'holdsLagMs' | 'holdsInProgress'>,
): Shedding {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let lagMs = 0
  let lastMean = 0
  let inProgress = 0
  // The better of two samples in a row counts: a single long pause affects one sample and is no
  // overload, a series of long turns affects all.
  const sampler = setInterval(() => {
    const mean = delay.count > 0 ? Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) : 0
    lagMs = Math.min(mean, lastMean)
    lastMean = mean
    delay.reset()
  }, SAMPLE_MS)
  sampler.unref()
  metrics.watchRequests(() => ({ holdsInProgress: inProgress, lagMs }))

  return {
    isDue() {
      const reason =
        lagMs > bounds.holdsLagMs ? 'lag' : inProgress >= bounds.holdsInProgress ? 'queue' : null
      if (reason) metrics.shed(reason)
      return reason !== null
    },
    began() {
      inProgress += 1
    },
    ended() {
      inProgress -= 1
    },
    close() {
      clearInterval(sampler)
      delay.disable()
    },
  }
}
