import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The memory after garbage collections, in bytes: the heap and the buffers outside of it. */
export async function memoryAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  // The second collection frees what finalizers released after the first.
  collect()
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** During fewer requests caches are filled and code is compiled, which looks like growth. */
export const JUDGED_FROM_REQUESTS = 5000

/** How much memory one request may leave behind; a leaked cookie, key or row is larger. */
const MOST_BYTES_PER_REQUEST = 512

/**
 * The growth per request, in bytes, over the second half of a run; the first half fills caches and
 * compiles code. `samples` were taken after collections, `requestsBetween` requests apart.
 */
export function growthPerRequest(samples: readonly number[], requestsBetween: number): number {
  const late = samples.slice(Math.floor(samples.length / 2))
  // Compares minima, because memory that one collection left over is not growth.
  const third = Math.max(1, Math.floor(late.length / 3))
  const first = Math.min(...late.slice(0, third))
  const last = Math.min(...late.slice(-third))
  return (last - first) / Math.max(1, (late.length - third) * requestsBetween)
}

export const isLeak = (bytesPerRequest: number): boolean => bytesPerRequest > MOST_BYTES_PER_REQUEST
