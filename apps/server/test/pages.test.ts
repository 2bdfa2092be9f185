import { type Answer, until } from '@foyer/testkit'
import { describe, expect, test, vi } from 'vitest'
import { BOUNDS } from '../src/bounds.ts'
import { times } from './support/calls.ts'
import { startWithPages, type TestPages } from './support/pages.ts'

type Options = Parameters<typeof startWithPages>[0]

async function withPages(use: (pages: TestPages) => Promise<void>, options: Options = {}) {
  const pages = await startWithPages(options)
  try {
    await use(pages)
  } finally {
    await pages.close()
  }
}

const get = ({ server }: TestPages, path: string, headers: Record<string, string> = {}) =>
  server.browser(headers).send('GET', path)
const statusesOf = (answers: readonly Answer[]) => new Set(answers.map(({ status }) => status))

/** Requests pages that wait, and returns once as many are in progress. */
async function occupy(pages: TestPages, paths: readonly string[], headers = {}) {
  const answers = paths.map((path) => get(pages, path, headers))
  await until(
    async () => pages.opened.filter((path) => path.startsWith('/slow/')).length,
    (count) => count >= paths.length,
  )
  return answers
}

describe('a page', () => {
  test('is rendered once for all URLs that lead to it', () =>
    withPages(async (pages) => {
      const answers = await Promise.all(times(60, (index) => get(pages, `/page/1?x=${index}`)))
      expect(statusesOf(answers)).toEqual(new Set([200]))
      expect(new Set(pages.rendered)).toEqual(new Set(['/page/1']))
      // A page is cached for a second, and so many requests may take longer.
      expect(pages.rendered.length).toBeLessThan(10)
      expect((await get(pages, '/page/1?read=a&x=1')).body).toBe('<!DOCTYPE html>/page/1?read=a')
    }))

  test('is answered before routing only under its own URL', () =>
    withPages(async (pages) => {
      const { shortcut } = pages.server.foyer.context.responses
      await Promise.all(times(20, (index) => get(pages, `/page/1?x=${index}`)))
      expect(shortcut.load.size).toBe(0)
      await get(pages, '/page/1')
      expect(shortcut.load.size).toBe(1)
    }))

  test('is rendered once for all missing URLs of its kind', () =>
    withPages(async (pages) => {
      const answers = await Promise.all(times(30, (index) => get(pages, `/missing/${index}`)))
      expect(statusesOf(answers)).toEqual(new Set([404]))
      expect(pages.rendered).toHaveLength(1)
      expect(pages.server.foyer.context.responses.load.size).toBe(1)
    }))

  test('is cached by no browser if it is personal, with any response', () =>
    withPages(async (pages) => {
      for (const path of ['/mine/1?read=token', '/mine/1?read=nonsense&token=secret']) {
        expect((await get(pages, path)).headers.get('cache-control')).toBe('no-store')
      }
    }))
})

describe('a redirect', () => {
  test('is made for a malformed URL without loading anything, and is not cached', () =>
    withPages(async (pages) => {
      const answer = await get(pages, '/page/1?read=nonsense&token=secret')
      expect([answer.status, answer.headers.get('location')]).toEqual([307, '/page/1?token=secret'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.body).toBe('Redirecting...')
      expect(pages.opened).toEqual([])
    }))

  test('preserves the parameters that no page reads, for each request separately', () =>
    withPages(async (pages) => {
      const answers = await Promise.all(
        times(5, (index) => get(pages, `/moved/1?read=a&utm=${index}`)),
      )
      expect(answers.map(({ headers }) => headers.get('location'))).toEqual(
        times(5, (index) => `/page/1?read=a&utm=${index}`),
      )
      for (const { headers } of answers) expect(headers.get('cache-control')).toBe('no-store')
    }))
})

describe('beyond the bound on rendering', () => {
  const renders = { ...BOUNDS.renders, atOnce: 2, waiting: 0, perCallerAtOnce: Infinity }

  test('a page is the shell, which is rendered once and cached by no browser', () =>
    withPages(
      async (pages) => {
        const slow = await occupy(pages, ['/slow/1', '/slow/2'])
        const answers = await Promise.all(times(30, (index) => get(pages, `/page/${index}`)))
        for (const { status, body, headers } of answers) {
          expect([status, body]).toEqual([200, '<!DOCTYPE html>shell'])
          expect(headers.get('cache-control')).toBe('no-store')
        }
        expect(pages.shells).toHaveLength(1)
        pages.release()
        expect(statusesOf(await Promise.all(slow))).toEqual(new Set([200]))
        expect((await get(pages, '/page/1')).body).toBe('<!DOCTYPE html>/page/1')
      },
      { bounds: { renders } },
    ))

  test('a page that was rendered before is sent as it was', () =>
    withPages(
      async (pages) => {
        await get(pages, '/page/1')
        await occupy(pages, ['/slow/1', '/slow/2'])
        const { now } = performance
        vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 5000)
        expect((await get(pages, '/page/1')).body).toBe('<!DOCTYPE html>/page/1')
        expect(pages.rendered).toEqual(['/page/1'])
        vi.restoreAllMocks()
      },
      { bounds: { renders } },
    ))

  test('without the bounds every page is rendered at once (control)', { tags: ['night'] }, () =>
    withPages(
      async (pages) => {
        await occupy(
          pages,
          times(30, (index) => `/slow/${index}`),
        )
        expect((await get(pages, '/page/1')).body).toBe('<!DOCTYPE html>/page/1')
        expect(pages.shells).toEqual([])
      },
      { bounds: { renders: { ...renders, atOnce: Infinity, perCaller: Infinity } } },
    ),
  )
})

describe('the renderings of one network', () => {
  const trustedProxies = 1
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('are limited to a share at a time, so that other networks have the rest', () =>
    withPages(
      async (pages) => {
        await occupy(pages, ['/slow/1'], from('203.0.113.1'))
        expect((await get(pages, '/page/1', from('203.0.113.1'))).body).toContain('shell')
        expect((await get(pages, '/page/2', from('203.0.113.2'))).body).toContain('/page/2')
      },
      { trustedProxies, bounds: { renders: { ...BOUNDS.renders, perCaller: 1 } } },
    ))

  test('follow one another, and those of other networks go before the ones that wait', () =>
    withPages(
      async (pages) => {
        await occupy(pages, ['/slow/1'], from('203.0.113.1'))
        const next = get(pages, '/page/1', from('203.0.113.1'))
        await get(pages, '/page/2', from('203.0.113.2'))
        expect(pages.rendered).not.toContain('/page/1')
        pages.release()
        expect((await next).body).toBe('<!DOCTYPE html>/page/1')
      },
      { trustedProxies },
    ))

  test('are limited per minute; beyond the limit the network still gets cached pages', () =>
    withPages(
      async (pages) => {
        for (let index = 0; index < 5; index += 1) {
          await get(pages, `/page/${index}`, from('203.0.113.1'))
        }
        expect(pages.rendered).toHaveLength(3)
        expect((await get(pages, '/page/9', from('203.0.113.2'))).body).toContain('/page/9')
        expect((await get(pages, '/page/9', from('203.0.113.1'))).body).toContain('/page/9')
      },
      { trustedProxies, bounds: { renders: { ...BOUNDS.renders, perMinute: 3 } } },
    ))
})

test('a page whose data is refused is answered with the shell, not with an error', () =>
  withPages(async (pages) => {
    const { status, body } = await get(pages, '/refused/1')
    expect([status, body]).toEqual([200, '<!DOCTYPE html>shell'])
  }))
