import { tenants } from '@foyer/contract'
import {
  type Answer,
  serverForTests,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import type { SharedGateBounds } from '../src/http/gate.ts'
import { times } from './support/calls.ts'

const server = serverForTests({ jobs: false })

test("a cached response expires, also if the machine's clock is set back", async () => {
  const { eventId, addOnIds } = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  const price = async () => {
    const { body } = await server.browser().send('GET', `/api/add-ons?eventId=${eventId}`)
    return body[0].price
  }
  expect(await price()).toBe(5)
  const { now } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => now() - 60 * 60 * 1000)
  await server.sql('update add_ons set price_minor = 700 where id = $1', [addOnIds[0]])
  await until(price, (now) => now === 7)
})

describe('one cached response', () => {
  /**
   * Returns how many more answers are cached after the requests; older ones may be evicted
   * meanwhile.
   */
  async function keptBy(requests: readonly string[], headers: Record<string, string> = {}) {
    const { load } = server.foyer.context.responses
    const before = load.size
    const answers = await Promise.all(
      requests.map((path) => server.browser(headers).send('GET', path)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    return load.size - before
  }

  test('serves all spellings of its URL: unknown parameters, their order, the case of an id', async () => {
    const { eventId, date } = await server.build.event()
    const junk = times(200, (index) => `/api/tickets/keys?x=${index}`)
    expect(await keptBy(junk)).toBeLessThanOrEqual(1)
    const daily = [
      `/api/price/daily?eventId=${eventId}&date=${date}`,
      `/api/price/daily?date=${date}&eventId=${eventId}`,
      `/api/price/daily?date=${date}&eventId=${eventId.toUpperCase()}&utm_source=mail`,
    ]
    expect(await keptBy(daily)).toBeLessThanOrEqual(1)
  })

  test('is sent before routing for the URL as our client writes it, never for invented spellings', async () => {
    const { shortcut } = server.foyer.context.responses
    await server.browser().call(tenants.getTenant, {})
    const { size } = shortcut.load
    await keptBy(times(50, (index) => `/api/tenant?x=${index}`))
    expect(shortcut.load.size).toBe(size)
  })
})

const PROXIED = { host: 'tickets.example', 'x-forwarded-proto': 'https' }

describe('reads beyond the bound on computations', () => {
  /** Allows one read at a time, and blocks the database by a lock until `release`. */
  async function withSlowReads(
    use: (own: TestServer, release: () => Promise<void>) => Promise<void>,
    { searches, ...options }: { searches?: SharedGateBounds; publicUrl?: string } = {},
  ) {
    const one = { atOnce: 1, waiting: 1 }
    const own = await startTestServer({
      jobs: false,
      ...options,
      bounds: { reads: one, inventories: one, searches: searches ?? { ...one, perCaller: 2 } },
    })
    const holder = new pg.Client({ connectionString: own.databaseUrl })
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table events, event_listings in access exclusive mode')
      await use(own, async () => void (await holder.query('rollback')))
    } finally {
      await holder.end()
      await own.close()
    }
  }

  test('leave room for the searches of other networks', () =>
    withSlowReads(
      async (own, release) => {
        const from = (address: string) => own.browser({ ...PROXIED, 'x-forwarded-for': address })
        const search = (address: string, word: number) =>
          from(address).send('GET', `/api/events/search?q=word${word}`)
        const flood: number[] = []
        const sent = times(9, async (word) => {
          flood.push((await search('192.0.2.1', word)).status)
        })
        await until(
          async () => flood.length,
          (count) => count >= 7,
        )
        expect(flood).toEqual(times(7, () => 503))
        const other = search('192.0.2.2', 9)
        // Another network's waits for its turn instead of being refused.
        await release()
        expect((await other).status).toBe(200)
        await Promise.all(sent)
      },
      { searches: { atOnce: 1, waiting: 5, perCaller: 2 }, publicUrl: 'https://tickets.example' },
    ))

  test.each([
    ['a list', (index: number) => `/api/ticket-types?eventId=${idOf(index)}`],
    ['an inventory', (index: number) => `/api/inventory/summary?eventId=${idOf(index)}`],
    ['a search', (index: number) => `/api/events/search?q=word${index}`],
  ])('are refused with 503 and the time to retry: %s', (_, pathOf) =>
    withSlowReads(async (own, release) => {
      const answers: Answer[] = []
      const sent = times(5, async (index) => {
        answers.push(await own.browser().send('GET', pathOf(index)))
      })
      // One is computed and one waits, in either order; both wait for the lock.
      await until(
        async () => answers.length,
        (count) => count >= 3,
      )
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        times(3, () => [503, 'busy']),
      )
      for (const { headers } of answers) {
        expect(headers.get('retry-after')).toBe('1')
        expect(headers.get('cache-control')).toBe('no-store')
      }
      await release()
      await Promise.all(sent)
      expect(answers.slice(3).map(({ status }) => status)).not.toContain(503)
    }),
  )
})

const idOf = (index: number) => `00000000-0000-4000-8000-00000000000${index}`
