/**
 * Loaded first in every thread of a server process. Lets the parent process shift the clock of all
 * threads together, as on a real machine, and collect their garbage.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  BroadcastChannel,
  getEnvironmentData,
  isMainThread,
  setEnvironmentData,
} from 'node:worker_threads'

/** Every further thread inherits the environment data that the first one has set. */
const SHARED = 'what all threads share'
const SHIFT_MS = 0
const COLLECTIONS = 1
const USED_KB = 2
const COLLECTED_WITHIN_MS = 5000

if (isMainThread) setEnvironmentData(SHARED, new SharedArrayBuffer(12))
const buffer = getEnvironmentData(SHARED)
if (!(buffer instanceof SharedArrayBuffer)) throw new Error('The first thread shares its memory')
const shared = new Int32Array(buffer)

const systemNow = Date.now
const now = () => systemNow() + Atomics.load(shared, SHIFT_MS)
Date.now = now
globalThis.Date = new Proxy(Date, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
})

const collections = new BroadcastChannel('collect garbage')
collections.unref()
if (!isMainThread) {
  collections.onmessage = () => {
    collect()
    Atomics.add(shared, COLLECTIONS, 1)
  }
}

/** Collects the garbage of this thread, and adds up what is left. */
function collect(): void {
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
  const { heapUsed, external } = process.memoryUsage()
  Atomics.add(shared, USED_KB, Math.round((heapUsed + external) / 1024))
}

/** Shifts the clock of all threads, including later ones. */
export const shiftClock = (milliseconds: number) => Atomics.store(shared, SHIFT_MS, milliseconds)

/**
 * Collects the garbage of this thread and of `others` further threads, each when it can. Returns the bytes that
 * their heaps and buffers have in use then.
 */
export async function collectGarbage(others: number): Promise<number> {
  const expected = Atomics.load(shared, COLLECTIONS) + others
  const giveUpAt = performance.now() + COLLECTED_WITHIN_MS
  Atomics.store(shared, USED_KB, 0)
  collections.postMessage(null)
  collect()
  while (Atomics.load(shared, COLLECTIONS) < expected && performance.now() < giveUpAt) {
    await delay(5)
  }
  return Atomics.load(shared, USED_KB) * 1024
}
