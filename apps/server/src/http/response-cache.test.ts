import { promisify } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { gzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { BOUNDS } from '../bounds.ts'
import { createResponseCache } from './response-cache.ts'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const MEGABYTE = 1024 * 1024

/** The memory of the process after a garbage collection, in megabytes. */
function memory() {
  collect()
  collect()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return { arrayBuffers: arrayBuffers / MEGABYTE, heap: heapUsed / MEGABYTE }
}

interface Setting {
  bytes?: number
  entries?: number
}

/** A cache with a clock that the test moves, in milliseconds. */
function aCache({ bytes = 64 * MEGABYTE, entries = 10_000 }: Setting = {}) {
  const clock = { now: 0 }
  const bounds = { ...BOUNDS.cachedResponses, bytes, entries }
  const cache = createResponseCache(() => clock.now, bounds)
  let computed = 0
  const find = (key: string, body = 'body', keeping = { seconds: 1 }) =>
    cache.find({ key, isCanonical: () => true }, {}, keeping, async () => {
      computed += 1
      return { status: 200, body }
    })
  return { cache, clock, find, computed: () => computed }
}

describe('the memory of cached responses', () => {
  /** Bodies of some 700 bytes, large enough to be compressed. */
  const bodyOf = (index: number) => `${index} `.repeat(140)

  test('is what the cache counts, and not a multiple of it', { tags: ['night'] }, async () => {
    const before = memory()
    const { cache, find } = aCache()
    for (let index = 0; index < 4000; index += 1) await find(`k${index}`, bodyOf(index))
    const after = memory()
    const counted = cache.load.bytes / MEGABYTE
    const felt = after.arrayBuffers - before.arrayBuffers + after.heap - before.heap
    expect(cache.load.size).toBe(4000)
    expect(felt).toBeLessThan(1.5 * counted)
  })

  test("would be many times its length if zlib's buffers were stored as they are (control)", async () => {
    const before = memory()
    const kept: Buffer[] = []
    const compress = promisify(gzip)
    for (let index = 0; index < 1000; index += 1) {
      kept.push(await compress(Buffer.from(bodyOf(index))))
    }
    const length = kept.reduce((sum, { length: bytes }) => sum + bytes, 0) / MEGABYTE
    expect(memory().arrayBuffers - before.arrayBuffers).toBeGreaterThan(10 * length)
  })

  test('stays within its bound in bytes, keys included', async () => {
    const { cache, find } = aCache({ bytes: MEGABYTE })
    for (let index = 0; index < 500; index += 1) await find(`${index}${'k'.repeat(8000)}`, 'small')
    expect(cache.load.bytes).toBeLessThanOrEqual(MEGABYTE)
    expect(cache.load.size).toBeGreaterThan(40)
    expect(cache.load.size).toBeLessThan(70)
  })

  test('stays within its bound in entries', async () => {
    const { cache, find } = aCache({ entries: 50 })
    for (let index = 0; index < 500; index += 1) await find(`k${index}`)
    expect(cache.load.size).toBe(50)
  })

  test('is freed once responses are too old to be used', async () => {
    const { cache, clock, find } = aCache()
    for (let index = 0; index < 500; index += 1) await find(`k${index}`)
    clock.now += 20_000
    await find('new')
    expect(cache.load.size).toBe(1)
  })
})

describe('a shared response', () => {
  const shared = (isStopgap: boolean) => async () => ({
    sharedKey: 'shell',
    seconds: 5,
    isStopgap,
    compute: async () => ({ status: 200, body: 'shell' }),
  })
  const address = (key: string) => ({ key, isCanonical: () => true })

  test('is stored once for all URLs that have it', async () => {
    const { cache } = aCache()
    for (let index = 0; index < 20; index += 1) {
      await cache.find(address(`k${index}`), {}, { seconds: 1 }, shared(false))
    }
    expect(cache.load.size).toBe(1)
  })

  test('is replaced by a stale response while that may still be used', async () => {
    const { cache, clock, find } = aCache()
    const keeping = { seconds: 1, staleSeconds: 60 }
    await find('page', 'the page', keeping)
    const bodyAfter = async (milliseconds: number) => {
      clock.now += milliseconds
      return String((await cache.find(address('page'), {}, keeping, shared(true))).body)
    }
    expect(await bodyAfter(30_000)).toBe('the page')
    expect(await bodyAfter(40_000)).toBe('shell')
  })
})

test('a refusal is not cached, unless it says that it is', async () => {
  const { cache } = aCache()
  const refuse = (key: string, isCached?: boolean) =>
    cache.find({ key, isCanonical: () => true }, {}, { seconds: 1 }, async () => ({
      status: 404,
      body: 'none',
      ...(isCached === undefined ? {} : { isCached }),
    }))
  await refuse('a')
  expect(cache.load.size).toBe(0)
  await refuse('b', true)
  expect(cache.load.size).toBe(1)
})

test('a response whose subject was dropped is computed again', async () => {
  const { cache, find, computed } = aCache()
  const keeping = { seconds: 60, subject: '1/event' }
  await find('k', 'body', keeping)
  await find('k', 'body', keeping)
  expect(computed()).toBe(1)
  cache.drop('1/event')
  await find('k', 'body', keeping)
  expect(computed()).toBe(2)
})

describe('a response that is read from replicas', () => {
  /** A cache whose responses are the moments that they have to show at least. */
  function recentCache() {
    const clock = { now: 10_000 }
    const cache = createResponseCache(() => clock.now, BOUNDS.cachedResponses)
    const find = async (
      keeping: { since?: number; subject?: string } = {},
      computed?: Promise<void>,
    ) => {
      const policy = { seconds: 1, since: 0, ...keeping }
      const { body } = await cache.find(
        { key: '7 list', isCanonical: () => true },
        {},
        policy,
        async (since) => {
          await computed
          return { status: 200, body: String(since) }
        },
      )
      return Number(body)
    }
    return { cache, clock, find }
  }

  test('may show any recent moment at first', async () => {
    expect(await recentCache().find()).toBe(0)
  })

  test('shows the moment of the last one under its key, so that nobody sees an older state', async () => {
    const { clock, find } = recentCache()
    await find()
    clock.now += 1100
    expect(await find()).toBe(10_000)
  })

  test('shows the moment at which its subject or its tenant was dropped', async () => {
    const { cache, clock, find } = recentCache()
    await find({ subject: 'event' })
    clock.now += 500
    cache.drop('event')
    clock.now += 100
    expect(await find({ subject: 'event' })).toBe(10_500)
    clock.now += 100
    cache.dropTenant(7)
    clock.now += 100
    expect(await find({ subject: 'event' })).toBe(10_700)
  })

  test('is computed anew for a browser that has written since, and then serves others', async () => {
    const { clock, find } = recentCache()
    expect(await find()).toBe(0)
    clock.now += 300
    expect(await find({ since: clock.now })).toBe(10_300)
    expect(await find()).toBe(10_300)
  })

  test('is computed once for all browsers that have written while it was being computed', async () => {
    const { clock, find } = recentCache()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = find({}, promise)
    const waiting = [1, 2, 3].map(() => {
      clock.now += 10
      return find({ since: clock.now })
    })
    clock.now += 10
    resolve()
    expect(await Promise.all([first, ...waiting])).toEqual([0, 10_040, 10_040, 10_040])
  })
})
