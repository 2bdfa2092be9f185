import { api, availability, carts, type Endpoint } from '@foyer/contract'
import {
  type BuiltEvent,
  buy,
  holdCart,
  serverForTests,
  startTestServer,
  until,
} from '@foyer/testkit'
import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { serveCalls } from './support/serve-calls.ts'

const server = serverForTests({ jobs: false })
let event: BuiltEvent

beforeEach(async () => {
  event = await server.build.event({ capacity: null })
})

const hold = () => holdCart(server.browser(), event)
const metric = async (name: string) => {
  const { body } = await server.browser().send('GET', '/metrics')
  return Number(
    body
      .split('\n')
      .find((line: string) => line.startsWith(name))
      ?.split(' ')[1],
  )
}

/** Keeps the event loop busy with turns of 50 ms until it is stopped. */
function blockLoop() {
  const timer = setInterval(() => {
    const end = performance.now() + 50
    while (performance.now() < end);
  }, 1)
  return () => clearInterval(timer)
}

describe('while the event loop lags', () => {
  test('holds are refused with the time to retry, reads are not, and the server recovers', async () => {
    const app = await serveCalls({ bounds: { holdsLagMs: 20, holdsInProgress: 5000 } })
    app.add(carts.createHold)
    app.add(availability.getCalendar)
    const hold = () => app.send('POST', carts.createHold.path)
    const unblock = blockLoop()
    try {
      const refused = await until(hold, ({ status }) => status === 503)
      expect(refused.headers.get('retry-after')).toBe('1')
      expect(refused.body).toEqual({
        error: 'Many people are buying right now. Nothing was held; please try again in a moment.',
        code: 'busy',
      })
      expect((await app.send('GET', '/api/pricing/calendar/1')).body).toBe('answered')
    } finally {
      unblock()
    }
    await until(hold, ({ status }) => status === 200)
    expect(await app.metrics.render()).toMatch(/foyer_holds_shed_total\{reason="lag"\} [1-9]/)
    await app.close()
  })

  test('one long pause does not count as overload', async () => {
    // Well below the pause, and above those that other programs of a busy machine cause.
    const app = await serveCalls({ bounds: { holdsLagMs: 200, holdsInProgress: 5000 } })
    app.add(carts.createHold)
    const end = performance.now() + 900
    while (performance.now() < end);
    const paused = performance.now()
    const seen = new Set<number>()
    const holdOn = async () => {
      seen.add((await app.send('POST', carts.createHold.path)).status)
      return performance.now() - paused
    }
    // After three more samples the overload would have been noticed.
    await until(holdOn, (elapsedMs) => elapsedMs > 1600)
    expect(seen).toEqual(new Set([200]))
    await app.close()
  })
})

test('only the two calls that hold are refused for overload', async () => {
  const app = await serveCalls({ bounds: { holdsLagMs: -1, holdsInProgress: 0 } })
  const refused: string[] = []
  for (const endpoint of Object.values<Endpoint>(api)) app.add(endpoint)
  for (const { method, path } of Object.values<Endpoint>(api)) {
    const answer = await app.send(method, path)
    if (answer.status === 503) refused.push(`${method} ${path}`)
    else expect(answer.body).toBe('answered')
  }
  await app.close()
  expect(refused.sort()).toEqual([
    'POST /api/checkout/carts/:cartId/hold',
    'POST /api/checkout/holds',
  ])
})

describe('while holds pile up', () => {
  test('new ones are refused unread beyond the bound, and accepted again after responses', async () => {
    const answers = Promise.withResolvers<void>()
    let begun = 0
    const app = await serveCalls({
      bounds: { holdsLagMs: 10_000, holdsInProgress: 3, limitFactor: Number.POSITIVE_INFINITY },
    })
    app.add(carts.createHold, async () => {
      begun += 1
      await answers.promise
    })
    const hold = (body = '{}') => app.send('POST', carts.createHold.path, body)
    const waiting = [hold(), hold(), hold()]
    await until(
      async () => begun,
      (seen) => seen === 3,
    )
    // If it were read, it would be refused as malformed.
    const refused = await hold('no json')
    expect([refused.status, refused.headers.get('retry-after'), begun]).toEqual([503, '1', 3])
    answers.resolve()
    expect((await Promise.all(waiting)).map((answer) => answer.body)).toEqual(
      Array(3).fill('answered'),
    )
    expect((await hold()).status).toBe(200)
    await app.close()
  })

  test('reads, health checks and holds of other sessions are answered as usual', async () => {
    const other = await server.build.event()
    const stuck = new pg.Client({ connectionString: server.databaseUrl })
    await stuck.connect()
    await stuck.query('begin')
    await stuck.query('select 1 from stock where session_id = $1 for update', [event.sessionId])
    const waiting = Array.from({ length: 100 }, hold)
    await until(
      () => metric('foyer_holds_underway'),
      (inProgress) => inProgress === 100,
    )
    const begun = performance.now()
    for (const path of [`/api/pricing/calendar/${event.eventId}`, '/healthz', '/readyz']) {
      expect((await server.browser().send('GET', path)).status).toBe(200)
    }
    expect((await holdCart(server.browser(), other)).status).toBe(201)
    expect(performance.now() - begun).toBeLessThan(2000)
    await stuck.query('commit')
    await stuck.end()
    expect(new Set((await Promise.all(waiting)).map((answer) => answer.status))).toEqual(
      new Set([201]),
    )
  })

  test('a client that disconnects is no longer counted once its hold is answered', async () => {
    const gone = new AbortController()
    const asked = server.browser().fetch(`/api/checkout/carts/12345/hold`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        eventId: event.eventId,
        sessionId: event.sessionId,
        tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
      }),
      signal: gone.signal,
    })
    setImmediate(() => gone.abort())
    await asked.catch(() => {})
    await until(
      () => metric('foyer_holds_underway'),
      (inProgress) => inProgress === 0,
    )
    expect((await buy(server.browser(), event)).status).toBe(201)
  })
})

describe('readiness', () => {
  test('stays unchanged while every database connection is busy', async () => {
    const own = await startTestServer({ jobs: false })
    const { pool } = own.foyer.context.db
    expect((await own.browser().send('GET', '/readyz')).status).toBe(200)
    const busy = await Promise.all(Array.from({ length: 20 }, () => pool.connect()))
    const begun = performance.now()
    expect((await own.browser().send('GET', '/readyz')).status).toBe(200)
    expect(performance.now() - begun).toBeLessThan(2000)
    for (const client of busy) client.release()
    expect((await own.browser().send('GET', '/readyz')).status).toBe(200)
    await own.close()
  })
})
