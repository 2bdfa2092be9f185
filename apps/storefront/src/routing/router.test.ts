import { deferred } from '@foyer/domain'
import { beforeEach, expect, it, vi } from 'vitest'
import { aContext } from '../../test/fixtures.ts'
import { lazyScreen } from './lazy-screen.ts'
import { type Route, redirect } from './route.ts'
import { createRouter, type Showing } from './router.ts'

const Nothing = () => null
const screen = lazyScreen(async () => Nothing)

let browser: EventTarget
let addresses: string[]
const location = { pathname: '/', search: '', hash: '', reload: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  addresses = []
  location.reload.mockReset()
  goTo('/')
  const note = (_state: unknown, _: string, url?: string) => {
    if (url === undefined) return
    addresses.push(url)
    goTo(url)
  }
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', { state: { key: 'first' }, pushState: note, replaceState: note })
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('scrollY', 0)
  setOnline(true)
  return () => vi.useRealTimers()
})

const goTo = (url: string) => Object.assign(location, { pathname: url, search: '', hash: '' })

function setOnline(onLine: boolean): void {
  vi.stubGlobal('navigator', { onLine })
  if (onLine) browser.dispatchEvent(new Event('online'))
}

/** Loads on demand of the test. */
function slow(): Route['load'] & { end: () => void } {
  const { promise, resolve } = deferred<undefined>()
  return Object.assign(() => promise, { end: () => resolve(undefined) })
}

/** A router that shows '/' and has other routes; it records in words what it shows. */
async function started(...others: Route[]) {
  const router = createRouter({
    context: aContext(),
    routes: [{ path: '/', screen }, ...others],
    noPage: screen,
    isAnimated: () => false,
  })
  await router.start()
  const seen: string[] = []
  router.listen(({ shown: { kind, location }, isLate }: Showing) =>
    seen.push(`${kind} ${location.to}${isLate ? ' late' : ''}`),
  )
  return { router, seen }
}

it('the address changes at once, and the screen when everything for it is loaded', async () => {
  const load = slow()
  const { router, seen } = await started({ path: '/a', screen, load })
  const move = router.navigate({ to: '/a' })
  expect(addresses).toEqual(['/a'])
  expect(seen).toEqual([])
  load.end()
  await move
  expect(seen).toEqual(['screen /a'])
})

it('a navigation that is overtaken is never shown', async () => {
  const load = slow()
  const { router, seen } = await started({ path: '/a', screen, load }, { path: '/b', screen })
  const first = router.navigate({ to: '/a' })
  await router.navigate({ to: '/b' })
  load.end()
  await first
  expect(seen).toEqual(['screen /b'])
})

it('a redirect replaces its address', async () => {
  const load = () => redirect({ to: '/b' })
  const { router, seen } = await started({ path: '/a', load }, { path: '/b', screen })
  await router.navigate({ to: '/a' })
  expect(addresses).toEqual(['/a', '/b'])
  expect(seen).toEqual(['screen /b'])
})

it('a slow navigation shows its pending screen or a message after a moment', async () => {
  const load = slow()
  const { router, seen } = await started(
    { path: '/a', screen, load, pending: Nothing },
    { path: '/b', screen, load },
  )
  void router.navigate({ to: '/a' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen).toEqual(['pending /a late'])
  const move = router.navigate({ to: '/b' })
  await vi.advanceTimersByTimeAsync(1000)
  expect(seen.slice(1)).toEqual(['pending /a late'])
  load.end()
  await move
  expect(seen.slice(2)).toEqual(['screen /b'])
})

it('without a connection the screen stays, and the next one opens when it is back', async () => {
  const chunk = lazyScreen(async () => {
    if (!navigator.onLine) throw new Error('no such chunk')
    return Nothing
  })
  const { router, seen } = await started({ path: '/a', screen: chunk, pending: Nothing })
  setOnline(false)
  const move = router.navigate({ to: '/a' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(seen).toEqual(['screen / late'])
  setOnline(true)
  await move
  expect(seen.slice(1)).toEqual(['screen /a'])
  expect(location.reload).not.toHaveBeenCalled()
})

it('a missing chunk reloads the page from the server', async () => {
  const gone = lazyScreen(() => Promise.reject(new Error('no such chunk')))
  const { router, seen } = await started({ path: '/a', screen: gone }, { path: '/b', screen })
  await router.navigate({ to: '/a' })
  expect(location.reload).toHaveBeenCalledTimes(1)
  expect(location.pathname).toBe('/a')
  // A page that is no longer wanted is not loaded either.
  await Promise.all([router.navigate({ to: '/a' }), router.navigate({ to: '/b' })])
  expect(location.reload).toHaveBeenCalledTimes(1)
  expect(seen).toEqual(['screen /b'])
})
