import { addDays } from '@foyer/domain'
import {
  type BuiltEvent,
  rawRequest,
  serverForTests,
  startTestServer,
  type TestServer,
  until,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildYear } from './support/build-year.ts'
import { expireHolds, holdCartOf, releaseCart } from './support/calls.ts'
import { directCalendar } from './support/direct-calendar.ts'

const server = serverForTests({ jobs: false })

const dailyPath = (event: BuiltEvent) =>
  `/api/price/daily?eventId=${event.eventId}&date=${event.date}`
const calendarPath = (event: BuiltEvent) => `/api/pricing/calendar/${event.eventId}`

/**
 * The room that one address shows, read again and again: a cached answer must not hide a change.
 */
async function shownRoom(event: BuiltEvent, at: Pick<TestServer, 'browser'> = server) {
  const { body } = await at.browser().send('GET', dailyPath(event))
  return body.data.sessions[event.sessionId].available_count
}
const shownStatus = async (event: BuiltEvent, at: Pick<TestServer, 'browser'> = server) =>
  (await at.browser().send('GET', calendarPath(event))).body.data.dates[event.date]?.status

/** How many milliseconds pass until it is shown. */
async function timeUntil<T>(look: () => Promise<T>, wanted: T): Promise<number> {
  const begin = performance.now()
  await until(look, (seen) => seen === wanted)
  return performance.now() - begin
}

describe('a change is shown within a second', () => {
  test('in the process where it happened', async () => {
    const event = await server.build.event({ capacity: 10 })
    const buyer = server.browser()
    expect([await shownRoom(event), await shownStatus(event)]).toEqual([10, 'available'])
    for (const [act, room, status] of [
      [() => holdCartOf(buyer, event, { quantities: [8] }), 2, 'selling_fast'],
      [() => releaseCart(buyer), 10, 'available'],
    ] as const) {
      await act()
      expect(await timeUntil(() => shownRoom(event), room)).toBeLessThan(1000)
      expect(await timeUntil(() => shownStatus(event), status)).toBeLessThan(1000)
    }
  })

  test('on a day whose sessions together have more seats than an integer can hold', async () => {
    const event = await server.build.event({ capacity: 2_000_000_000, sessions: 3 })
    await holdCartOf(server.browser(), event, { quantities: [8] })
    expect(await timeUntil(() => shownRoom(event), 1_999_999_992)).toBeLessThan(1000)
    expect(await shownStatus(event)).toBe('available')
  })

  test('in another process on the same database', async () => {
    const event = await server.build.event({ capacity: 10 })
    const sibling = await server.sibling()
    expect(await shownRoom(event, sibling)).toBe(10)
    expect(await shownStatus(event, sibling)).toBe('available')
    await holdCartOf(server.browser(), event, { quantities: [8] })
    expect(await timeUntil(() => shownRoom(event, sibling), 2)).toBeLessThan(1000)
    expect(await timeUntil(() => shownStatus(event, sibling), 'selling_fast')).toBeLessThan(1000)
    await sibling.close()
  })

  test('when it comes from the sweep of expired holds', async () => {
    const own = await startTestServer()
    const event = await own.build.event({ capacity: 2 })
    await holdCartOf(own.browser(), event)
    await until(
      () => shownStatus(event, own),
      (status) => status === 'sold_out',
    )
    await expireHolds(own, event.sessionId)
    expect(await timeUntil(() => shownStatus(event, own), 'available')).toBeLessThan(2500)
    await own.close()
  })
})

describe('stale rollups are corrected', () => {
  test('in a process that starts after a crash left them stale', async () => {
    const event = await server.build.event({ capacity: 10, sessions: 2 })
    await shownStatus(event)
    // The stock changed, and the process ended before it could report that.
    await server.sql(
      'update stock set sold = 10 where session_id = any($1) and pool_id = session_id',
      [event.sessionIds],
    )
    const restarted = await server.sibling()
    expect(await shownStatus(event, restarted)).toBe('sold_out')
    // It writes what it found, so the other processes see it too.
    await until(
      () => shownStatus(event),
      (status) => status === 'sold_out',
    )
    await restarted.close()
  })

  test('by a comparison, which finds every change by an organizer', async () => {
    const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: 3000 }] })
    const datesOf = async () =>
      (await server.browser().send('GET', calendarPath(event))).body.data.dates
    await datesOf()
    await server.sql('update session_prices set price_minor = 1500 where session_id = $1', [
      event.sessionId,
    ])
    const tomorrow = addDays(event.date, 1)
    await server.sql('update sessions set local_date = $1 where id = $2', [
      tomorrow,
      event.sessionIds[1],
    ])
    await server.foyer.context.rollups.compare(1)
    expect(await datesOf()).toMatchObject({
      [event.date]: { allInMinor: 1500 },
      [tomorrow]: { allInMinor: 3000 },
    })
    await server.sql('update sessions set local_date = $1 where id = $2', [
      event.date,
      event.sessionIds[1],
    ])
    await server.foyer.context.rollups.compare(1)
    expect(Object.keys(await datesOf())).toEqual([event.date])
  })

  test('when a session starts, by time alone', async () => {
    const event = await server.build.event()
    expect(await shownStatus(event)).toBe('available')
    await server.sql(`update sessions set starts_at = now() + interval '1 second' where id = $1`, [
      event.sessionId,
    ])
    await server.foyer.context.rollups.compare(1)
    expect(await shownStatus(event)).toBe('available')
    await until(
      () => shownStatus(event),
      (status) => status === undefined,
    )
  })
})

test('a comparison that finds no difference writes nothing', async () => {
  const event = await server.build.event({ sessions: 3 })
  await shownStatus(event)
  const rows = () =>
    server.sql('select session_id, version, xmin from session_rollups where event_id = $1', [
      event.eventId,
    ])
  const before = await rows()
  await server.foyer.context.rollups.compare(1)
  expect(await rows()).toEqual(before)
  expect(before).toHaveLength(3)
})

test('a hold never waits for the rollups, and the rollups never wait for a hold', async () => {
  const event = await server.build.event()
  await shownStatus(event)
  await server.foyer.context.db.withTenant(1, async (tx) => {
    await tx
      .selectFrom('stock')
      .select('held')
      .where('session_id', '=', event.sessionId)
      .forUpdate()
      .execute()
    await server.foyer.context.rollups.compare(1)
  })
})

describe('a year of 3,650 sessions with four types', () => {
  let year: BuiltEvent
  beforeAll(async () => {
    year = await buildYear(server)
  })

  test('has the same calendar as a direct computation', { tags: ['night'] }, async () => {
    const { body } = await server.browser().send('GET', calendarPath(year))
    expect(body.data).toEqual(await directCalendar(server, year))
    expect(Object.keys(body.data.dates).length).toBeGreaterThan(360)
    const statuses = Object.values(body.data.dates).map((day) => Object(day).status)
    expect(new Set(statuses)).toEqual(new Set(['available', 'selling_fast', 'sold_out']))
  })
})

describe('a cached response', () => {
  const ask = (event: BuiltEvent, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(server.url, { method, path: calendarPath(event), headers })

  test('is a 304 for a client that has it, until it changes', async () => {
    const event = await server.build.event({ capacity: 10 })
    const first = await ask(event)
    const etag = first.headers.get('etag') ?? ''
    for (const tags of [etag, etag.replace('W/', ''), `"x", ${etag}`, '*']) {
      const again = await ask(event, { 'if-none-match': tags })
      expect([tags, again.status, again.body]).toEqual([tags, 304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    expect((await ask(event, { 'if-none-match': 'W/"other"' })).status).toBe(200)
    await holdCartOf(server.browser(), event, { quantities: [8] })
    await until(
      () => ask(event, { 'if-none-match': etag }),
      (answer) => answer.status === 200,
    )
  })

  test('has the same headers each time, and none about a body if it has none', async () => {
    const event = await server.build.event()
    const seen = []
    for (let turn = 0; turn < 3; turn += 1) {
      const { headers } = await ask(event)
      headers.delete('date')
      seen.push(Object.fromEntries(headers))
    }
    expect(seen[0]?.['content-security-policy']).toContain("default-src 'none'")
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
    const heads = [await ask(event, {}, 'HEAD'), await ask(event, {}, 'HEAD')]
    for (const head of heads) {
      expect([head.status, head.body]).toEqual([200, ''])
      expect(head.headers.get('content-length')).toBe(seen[0]?.['content-length'])
    }
  })

  test('is never sent for another tenant, host, brand or encoding', async () => {
    const { tenantId, slug } = await server.build.tenant({ slug: 'lookalike' })
    await server.foyer.context.tenants.reload()
    const mine = await server.build.event()
    const theirs = await server.build.event({ tenantId })
    for (let turn = 0; turn < 2; turn += 1) {
      for (const [event, headers, status] of [
        [mine, {}, 200],
        [mine, { 'x-tenant-subdomain': slug }, 404],
        [mine, { 'x-brand-path': slug }, 404],
        [mine, { host: `${slug}.example.com` }, 404],
        [theirs, {}, 404],
        [theirs, { 'x-tenant-subdomain': slug }, 200],
        [theirs, { 'x-brand-path': `/${slug}` }, 200],
        [theirs, { host: `${slug}.example.com` }, 200],
        [theirs, { host: `${slug}.example.com`, 'x-tenant-subdomain': 'main' }, 200],
      ] as const) {
        expect([turn, headers, (await ask(event, headers)).status]).toEqual([turn, headers, status])
      }
    }
    const plain = await ask(mine)
    const zipped = await rawRequest(server.url, {
      path: '/api/tenant',
      headers: { 'accept-encoding': 'gzip' },
    })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(zipped.status).toBe(200)
  })
})
