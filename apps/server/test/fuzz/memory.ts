import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is left after a collection, in bytes: the heap and what hangs on it outside. */
export async function memoryAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // What the first leaves to finalizers, the second finds.
  collect()
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** In fewer requests caches fill and code is compiled, which looks like growth. */
export const JUDGED_FROM_REQUESTS = 5000

/** By so much each request may let the memory grow: a cookie, a key or a row that is kept is larger. */
const MOST_BYTES_PER_REQUEST = 512

/**
 * The growth by a request, in bytes, over the second half of a run, whose first half fills caches and
 * compiles code. `samples` were taken after collections, `requestsBetween` requests apart.
 */
export function growthPerRequest(samples: readonly number[], requestsBetween: number): number {
  const late = samples.slice(Math.floor(samples.length / 2))
  // The lower envelope: what a collection left over for once is no growth.
  const third = Math.max(1, Math.floor(late.length / 3))
  const first = Math.min(...late.slice(0, third))
  const last = Math.min(...late.slice(-third))
  return (last - first) / Math.max(1, (late.length - third) * requestsBetween)
}

export const isLeak = (bytesPerRequest: number): boolean => bytesPerRequest > MOST_BYTES_PER_REQUEST
