import { createClient, orders, payments } from '@foyer/contract'
import {
  environmentManager,
  InfiniteQueryObserver,
  MutationObserver,
  QueryObserver,
} from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aContext, anEvent } from '../../test/fixtures.ts'
import {
  addOnsQuery,
  calendarQuery,
  createQueryClient,
  dailyPricesQuery,
  eventQuery,
  eventsQuery,
  paymentConfigQuery,
  ticketTypesQuery,
  withLog,
} from './queries.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

beforeEach(() => {
  vi.useFakeTimers()
  // Without a window the cache assumes a server, where nothing is refetched.
  environmentManager.setIsServer(() => false)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** An API that gives every path the same answer, and counts the calls. */
function apiThat(answer: (init: RequestInit | undefined, asked: number) => Promise<Response>) {
  const asked = { times: 0 }
  const fetch: typeof globalThis.fetch = (_, init) => {
    asked.times += 1
    return answer(init, asked.times)
  }
  return { app: { ...aContext().app, call: createClient({ baseUrl: '', fetch }) }, asked }
}
const working = () => apiThat(async () => Response.json({ success: true, data: { dates: {} } }))
const broken = () => apiThat(async () => new Response('no room', { status: 503 }))

type App = ReturnType<typeof working>['app']

/** A screen that shows a query twice, with `seconds` between the two visits. */
async function visitTwice(queryOf: (app: App) => object, seconds: number) {
  const { app, asked } = working()
  const client = createQueryClient()
  for (let visit = 0; visit < 2; visit += 1) {
    const leave = new QueryObserver(client, { queryKey: [], ...queryOf(app) }).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(0)
    leave()
    await vi.advanceTimersByTimeAsync(seconds * SECOND)
  }
  client.clear()
  return asked.times
}

describe('how long an answer is fresh', () => {
  it.each([
    ['the calendar, for 5 minutes', calendarQuery, 299, 301],
    ["a day's prices, for 30 seconds", dailyPricesQuery, 29, 31],
    ['the add-ons with what is left of them, for 30 seconds', addOnsQuery, 29, 31],
  ])('%s', async (_, query, fresh, stale) => {
    const queryOf = (app: App) => query(app, 'e1', '2026-12-01')
    expect(await visitTwice(queryOf, fresh)).toBe(1)
    // Unused for longer than 5 minutes, an answer is dropped from the cache, which also refetches it.
    expect(await visitTwice(queryOf, stale)).toBe(2)
  })

  it('any other answer is fresh until the page is left', async () => {
    expect(await visitTwice((app) => ticketTypesQuery(app, 'e1'), 299)).toBe(1)
  })

  it('showing the list of events does not refetch it; loading it after 5 minutes does', async () => {
    const { app, asked } = apiThat(async () =>
      Response.json({ events: [anEvent()], total: 1, facets: {} }),
    )
    const client = createQueryClient()
    const load = () =>
      client.ensureInfiniteQueryData({ ...eventsQuery(app), revalidateIfStale: true })
    await load()
    await vi.advanceTimersByTimeAsync(4 * MINUTE)
    await load()
    expect(asked.times).toBe(1)
    const leave = new InfiniteQueryObserver(client, eventsQuery(app)).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(2 * MINUTE)
    expect(asked.times).toBe(1)
    await load()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.times).toBe(2)
    leave()
    client.clear()
  })
})

describe('automatic refetching', () => {
  it('only the prices of a day are refetched every minute', async () => {
    const { app, asked } = working()
    const client = createQueryClient()
    const prices = new QueryObserver(client, dailyPricesQuery(app, 'e1', '2026-12-01'))
    const leave = prices.subscribe(() => {})
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(asked.times).toBe(4)
    leave()
    const types = new QueryObserver(client, ticketTypesQuery(app, 'e1')).subscribe(() => {})
    await vi.advanceTimersByTimeAsync(10 * MINUTE)
    expect(asked.times).toBe(5)
    types()
    client.clear()
  })

  it('focusing the window refetches nothing', () => {
    expect(createQueryClient().getDefaultOptions().queries?.refetchOnWindowFocus).toBe(false)
  })
})

describe('a call that failed', () => {
  it('a failed call is repeated once, a mutation too', async () => {
    const { app, asked } = broken()
    const client = createQueryClient()
    const failure = client.ensureQueryData(eventQuery(app, 'e1')).catch(String)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    expect(await failure).toContain('503: no room')
    expect(asked.times).toBe(2)

    const work = vi.fn(() => Promise.reject(new Error('no')))
    const observer = new MutationObserver(client, { mutationFn: work })
    const ended = observer.mutate().catch(String)
    await vi.advanceTimersByTimeAsync(10 * SECOND)
    await ended
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('a failed call for the prices of a day is repeated twice, a second apart', async () => {
    const { app, asked } = broken()
    const failure = createQueryClient()
      .ensureQueryData(dailyPricesQuery(app, 'e1', '2026-12-01'))
      .catch(String)
    await vi.advanceTimersByTimeAsync(999)
    expect(asked.times).toBe(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(asked.times).toBe(2)
    await vi.advanceTimersByTimeAsync(SECOND)
    expect(asked.times).toBe(3)
    await failure
  })

  it.each<[string, (app: App) => object]>([
    ['Failed to fetch events: Service Unavailable', eventsQuery],
    ['Failed to fetch event', (app) => eventQuery(app, 'e1')],
    ['Failed to fetch ticket types', (app) => ticketTypesQuery(app, 'e1')],
    ['Failed to fetch calendar pricing', (app) => calendarQuery(app, 'e1')],
    [
      'Failed to fetch daily price availability: 503 no room',
      (app) => dailyPricesQuery(app, 'e1', '2026-12-01'),
    ],
  ])('is logged: %s', async (text, queryOf) => {
    const body = JSON.stringify({ error: 'no room', code: 'busy' })
    const { app } = apiThat(
      async () => new Response(body, { status: 503, statusText: 'Service Unavailable' }),
    )
    const client = createQueryClient()
    const failure = client.fetchQuery({ queryKey: [], ...queryOf(app), retry: false })
    await expect(failure).rejects.toThrow('503: ')
    expect(console.error).toHaveBeenCalledWith(text, `503: ${body}`)
  })

  it('is logged with status and body, for every kind of call', async () => {
    const { app } = broken()
    const call = withLog(app.call)
    await expect(call(payments.getPaymentConfig, {})).rejects.toThrow('503: no room')
    const body = { cartId: '12345', orderId: crypto.randomUUID() }
    await expect(call(orders.completePurchase, { body })).rejects.toThrow('503: no room')
    expect(vi.mocked(console.error).mock.calls).toEqual([['503: no room'], ['503: no room']])
  })

  it('a call without an answer is not logged as an answer', async () => {
    const { app } = apiThat(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(withLog(app.call)(payments.getPaymentConfig, {})).rejects.toThrow(
      'Failed to fetch',
    )
    expect(console.error).not.toHaveBeenCalled()
  })
})

describe('a network that loses requests', () => {
  /** What a screen gets if the first `lost` requests are lost. */
  async function askThrough(lost: number) {
    const { app, asked } = apiThat((init, times) => {
      if (times > lost) return Promise.resolve(Response.json({ publishableKey: 'pk_1' }))
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    })
    const answer = createQueryClient().ensureQueryData(paymentConfigQuery(app)).catch(String)
    await vi.advanceTimersByTimeAsync(40 * SECOND)
    return { answer: await answer, asked: asked.times }
  }

  it('a lost request is repeated once', async () => {
    expect(await askThrough(1)).toEqual({ answer: { publishableKey: 'pk_1' }, asked: 2 })
  })

  it('two lost requests are an error that the screen can show', async () => {
    const { answer, asked } = await askThrough(Number.POSITIVE_INFINITY)
    expect(answer).toContain('TimeoutError')
    expect(asked).toBe(2)
  })
})
