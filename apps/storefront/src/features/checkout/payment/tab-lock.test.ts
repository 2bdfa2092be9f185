import { afterEach, expect, it, vi } from 'vitest'
import { withTabLock } from './tab-lock.ts'

type Granted = (lock: object | null) => Promise<boolean>

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Works once in a browser with such locks; answers whether it worked, and how often. */
async function tryIn(navigator: object) {
  vi.stubGlobal('navigator', navigator)
  const work = vi.fn(async () => {})
  return { isOurs: await withTabLock('12345', work), times: work.mock.calls.length }
}
const lending = (lock: object | null) => ({
  locks: { request: async (_name: string, _options: object, use: Granted) => use(lock) },
})

it('works where no other tab does', async () => {
  expect(await tryIn(lending({}))).toEqual({ isOurs: true, times: 1 })
})

it('leaves it to the tab that is at it', async () => {
  expect(await tryIn(lending(null))).toEqual({ isOurs: false, times: 0 })
})

it('works without locks, where a browser has or allows none', async () => {
  expect(await tryIn({})).toEqual({ isOurs: true, times: 1 })
  const forbidding = { locks: { request: () => Promise.reject(new Error('SecurityError')) } }
  expect(await tryIn(forbidding)).toEqual({ isOurs: true, times: 1 })
})

it('tells of work that failed, and does not begin it again', async () => {
  vi.stubGlobal('navigator', lending({}))
  const work = vi.fn(() => Promise.reject(new Error('broken')))
  await expect(withTabLock('12345', work)).rejects.toThrow('broken')
  expect(work).toHaveBeenCalledOnce()
})
