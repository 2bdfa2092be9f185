import { deferred } from '@foyer/domain'
import { beforeEach, expect, it, vi } from 'vitest'
import { whenConnected } from './when-connected.ts'

const browser = new EventTarget()
const isWanted = () => true

beforeEach(() => {
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  setOnline(true)
})

function setOnline(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine })
  if (onLine) browser.dispatchEvent(new Event('online'))
}

/** Fails a number of times, then succeeds. */
const failing = (times: number) =>
  vi.fn(async () => {
    times -= 1
    if (times >= 0) throw new Error('no such chunk')
    return 'screen'
  })

/** Whether the promise is settled once all other pending work is done. */
async function hasEnded(answer: Promise<unknown>): Promise<boolean> {
  const ended = answer.then(() => true)
  return Promise.race([ended, new Promise<false>((resolve) => setImmediate(resolve, false))])
}

it('a fetch that succeeds is returned, with and without a connection', async () => {
  expect(await whenConnected(failing(0), isWanted)).toBe('screen')
  setOnline(false)
  expect(await whenConnected(failing(0), isWanted)).toBe('screen')
})

it('a fetch that fails with a connection is not repeated', async () => {
  const fetch = failing(1)
  expect(await whenConnected(fetch, isWanted)).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(1)
})

it('without a connection the fetch is repeated as soon as it is back', async () => {
  setOnline(false)
  const fetch = failing(1)
  const answer = whenConnected(fetch, isWanted)
  expect(await hasEnded(answer)).toBe(false)
  expect(fetch).toHaveBeenCalledTimes(1)
  setOnline(true)
  expect(await answer).toBe('screen')
})

it('a failure before the connection is back is repeated', async () => {
  setOnline(false)
  const { promise: data, resolve: dataCame } = deferred<void>()
  const fetch = failing(1)
  const answer = whenConnected(async () => {
    await data
    return fetch()
  }, isWanted)
  setOnline(true)
  dataCame()
  expect(await answer).toBe('screen')
})

it('a fetch that fails again with a connection is null', async () => {
  setOnline(false)
  const answer = whenConnected(failing(2), isWanted)
  await hasEnded(answer)
  setOnline(true)
  expect(await answer).toBeNull()
})

it('a fetch that is no longer wanted is not repeated', async () => {
  setOnline(false)
  const fetch = failing(1)
  const answer = whenConnected(fetch, () => false)
  await hasEnded(answer)
  setOnline(true)
  expect(await answer).toBeNull()
  expect(fetch).toHaveBeenCalledTimes(1)
})
