import { afterEach, expect, it, vi } from 'vitest'
import { withTabLock } from './tab-lock.ts'

type Granted = (lock: object | null) => Promise<boolean>

afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Runs a piece of work once in a browser with these locks; returns whether it ran, and how often.
 */
async function tryIn(navigator: object) {
  vi.stubGlobal('navigator', navigator)
  const work = vi.fn(async () => {})
  return { isOurs: await withTabLock('12345', work), times: work.mock.calls.length }
}
const lending = (lock: object | null) => ({
  locks: { request: async (_name: string, _options: object, use: Granted) => use(lock) },
})

it('runs the work if no other tab has the lock', async () => {
  expect(await tryIn(lending({}))).toEqual({ isOurs: true, times: 1 })
})

it('does not run it while another tab has the lock', async () => {
  expect(await tryIn(lending(null))).toEqual({ isOurs: false, times: 0 })
})

it('runs it without a lock if the browser has or allows none', async () => {
  expect(await tryIn({})).toEqual({ isOurs: true, times: 1 })
  const forbidding = { locks: { request: () => Promise.reject(new Error('SecurityError')) } }
  expect(await tryIn(forbidding)).toEqual({ isOurs: true, times: 1 })
})

it('reports work that failed, and does not run it again', async () => {
  vi.stubGlobal('navigator', lending({}))
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(withTabLock('12345', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledOnce()
})
