import { createClient } from '@foyer/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aContext } from './fixtures.ts'
import { paymentConfigQuery, QUERY_DEFAULTS } from './queries.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** What a screen gets from a network that loses the first `lost` requests without a word. */
async function askThrough(lost: number) {
  let asked = 0
  const fetch: typeof globalThis.fetch = (_, init) => {
    asked += 1
    if (asked > lost) return Promise.resolve(Response.json({ publishableKey: 'pk_1' }))
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
    })
  }
  const app = { ...aContext().app, call: createClient({ baseUrl: '', fetch }) }
  const queryClient = new QueryClient({ defaultOptions: QUERY_DEFAULTS })
  const answer = queryClient.ensureQueryData(paymentConfigQuery(app)).catch(String)
  await vi.advanceTimersByTimeAsync(40_000)
  return { answer: await answer, asked }
}

test('a request that was lost on its way is sent once more', async () => {
  expect(await askThrough(1)).toEqual({ answer: { publishableKey: 'pk_1' }, asked: 2 })
})

test('a network that stays silent becomes an error, so that the screen can say so', async () => {
  const { answer, asked } = await askThrough(Number.POSITIVE_INFINITY)
  expect(answer).toContain('TimeoutError')
  expect(asked).toBe(2)
})
