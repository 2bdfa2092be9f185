import { addDays } from '@foyer/domain'
import { type BuiltEvent, serverForTests, startTestServer, until } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { expireHolds, holdCartOf, releaseCart, times } from './support/calls.ts'
import { type LiveView, watchLive } from './support/live.ts'

const server = serverForTests({ jobs: false, isOneAddressMany: true })

const watch = (event: BuiltEvent, options?: Parameters<typeof watchLive>[2], at = server) =>
  watchLive(at.browser(), event.eventId, options)

/** Resolves with the messages once there are `count` of them. */
const heard = (view: LiveView, count: number) =>
  until(
    async () => view.messages,
    (messages) => messages.length >= count,
  )

test('a stream sends a greeting, then only what changes', async () => {
  const event = await server.build.event({ sessions: 2, capacity: 30, types: [{}, {}] })
  const view = await watch(event)
  expect(view.response.headers.get('content-type')).toContain('text/event-stream')
  expect(view.response.headers.get('cache-control')).toBe('no-store')
  expect(view.response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const [hello] = await heard(view, 1)
  expect(hello).toMatchObject({ event: 'hello', version: expect.any(Number), data: {} })

  await holdCartOf(server.browser(), event, { quantities: [2, 1] })
  const [, change] = await heard(view, 2)
  expect(change).toEqual({
    event: 'message',
    version: expect.any(Number),
    data: {
      sessions: {
        [event.sessionId]: {
          room: 27,
          types: { [event.typeIds[0] ?? '']: 27, [event.typeIds[1] ?? '']: 27 },
        },
      },
      days: { [event.date]: { status: 'available', allInMinor: 3000 } },
    },
  })
  expect(change?.version).toBeGreaterThan(hello?.version ?? 0)
  view.close()
})

test('a change is sent well within a second, by its own process and by another', async () => {
  const event = await server.build.event({ sessions: 3 })
  const sibling = await server.sibling()
  const here = await watch(event)
  const there = await watchLive(sibling.browser(), event.eventId)
  await Promise.all([heard(here, 1), heard(there, 1)])
  const [first = '', second = ''] = event.sessionIds
  for (const [sessionId, buyer, bound] of [
    [first, server.browser(), 2],
    [second, sibling.browser(), 3],
  ] as const) {
    await holdCartOf(buyer, event, { sessionId })
    const answeredAt = performance.now()
    await Promise.all([heard(here, bound), heard(there, bound)])
    expect(performance.now() - answeredAt).toBeLessThan(1000)
    for (const view of [here, there]) {
      expect(Object.keys(view.messages.at(-1)?.data.sessions ?? {})).toEqual([sessionId])
    }
  }
  here.close()
  there.close()
  await sibling.close()
})

test('many changes at once are few messages, and the last one is right', async () => {
  const event = await server.build.event({ capacity: 100 })
  const view = await watch(event)
  await heard(view, 1)
  const begin = performance.now()
  await Promise.all(times(60, () => holdCartOf(server.browser(), event, { quantities: [1] })))
  await until(
    async () => view.messages.at(-1)?.data.sessions?.[event.sessionId]?.room,
    (room) => room === 40,
  )
  const seconds = (performance.now() - begin) / 1000
  // The first message is sent at once, later ones four times a second.
  expect(view.messages.length - 1).toBeLessThanOrEqual(2 + Math.ceil(seconds * 4))
  view.close()
})

describe('a client that reconnects', () => {
  /**
   * Returns the version that a browser remembers, and holds a ticket in each session named
   * afterwards.
   */
  async function awayDuring(event: BuiltEvent, sessionIds: readonly string[]): Promise<number> {
    const view = await watch(event)
    const [hello] = await heard(view, 1)
    view.close()
    for (const sessionId of sessionIds) {
      await holdCartOf(server.browser(), event, { sessionId })
    }
    return hello?.version ?? 0
  }

  test.each(['header', 'query'])(
    'gets the changes that it has missed, with the version sent as %s',
    async (way) => {
      const event = await server.build.event({ sessions: 3 })
      const [, second = '', third = ''] = event.sessionIds
      const since = await awayDuring(event, [second, third])
      const view = await watch(
        event,
        way === 'header'
          ? { headers: { 'last-event-id': String(since) } }
          : { query: `?since=${since}` },
      )
      await until(
        async () => view.messages.flatMap(({ data }) => Object.keys(data.sessions ?? {})),
        (ids) => new Set(ids).size === 2,
      )
      const sessions = Object.assign({}, ...view.messages.map(({ data }) => data.sessions))
      expect(Object.keys(sessions).sort()).toEqual([second, third].sort())
      expect(sessions[second].room).toBe(98)
      view.close()
    },
  )

  test('gets them from a server that was started meanwhile', async () => {
    const event = await server.build.event({ sessions: 2 })
    const since = await awayDuring(event, [event.sessionId])
    const restarted = await server.sibling()
    const view = await watchLive(restarted.browser(), event.eventId, { query: `?since=${since}` })
    const messages = await heard(view, 1)
    expect(Object.keys(messages[0]?.data.sessions ?? {})).toEqual([event.sessionId])
    view.close()
    await restarted.close()
  })

  test('has missed nothing if nothing changed', async () => {
    const event = await server.build.event()
    const since = await awayDuring(event, [])
    const view = await watch(event, { query: `?since=${since}` })
    expect((await heard(view, 1))[0]).toMatchObject({ event: 'hello', version: since })
    view.close()
  })

  test('starts anew if its version comes from another database', async () => {
    const event = await server.build.event()
    const view = await watch(event, { headers: { 'last-event-id': '999999999' } })
    expect((await heard(view, 1))[0]).toMatchObject({ event: 'reset', data: {} })
    view.close()
  })

  test('is treated as a new client if its version is garbage', async () => {
    const event = await server.build.event()
    const view = await watch(event, { headers: { 'last-event-id': "1' or 1=1" } })
    expect((await heard(view, 1))[0]).toMatchObject({ event: 'hello' })
    view.close()
  })
})

test('tickets whose holds expire or are released are reported as free', async () => {
  const event = await server.build.event({ capacity: 4 })
  const buyer = server.browser()
  const view = await watch(event)
  const roomIs = (room: number) =>
    until(
      async () => view.messages.at(-1)?.data.sessions?.[event.sessionId]?.room,
      (seen) => seen === room,
    )
  await heard(view, 1)
  await holdCartOf(buyer, event, { quantities: [4] })
  await roomIs(0)
  expect(view.messages.at(-1)?.data.days?.[event.date]?.status).toBe('sold_out')
  await releaseCart(buyer)
  await roomIs(4)
  await holdCartOf(buyer, event, { quantities: [3] })
  await roomIs(1)
  await expireHolds(server, event.sessionId)
  server.foyer.context.rollups.changed(1, event.sessionId)
  await roomIs(4)
  view.close()
})

test("an organizer's change is sent by the next comparison", async () => {
  const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: 3000 }] })
  const view = await watch(event)
  await heard(view, 1)
  await server.sql('update session_prices set price_minor = 2500 where session_id = $1', [
    event.sessionIds[1],
  ])
  await server.sql(`update sessions set status = 'cancelled' where id = $1`, [event.sessionId])
  await server.foyer.context.rollups.compare(1)
  const [, change] = await heard(view, 2)
  expect(change?.data).toEqual({
    sessions: { [event.sessionId]: { room: 0, types: { [event.typeId]: 0 } } },
    days: { [event.date]: { status: 'available', allInMinor: 2500 } },
  })
  await server.sql('update sessions set local_date = $1 where event_id = $2', [
    addDays(event.date, 1),
    event.eventId,
  ])
  await server.foyer.context.rollups.compare(1)
  await until(
    async () => Object.assign({}, ...view.messages.map(({ data }) => data.days)),
    (days) =>
      days[event.date].status === 'closed' && days[addDays(event.date, 1)]?.status === 'available',
  )
  view.close()
})

describe('a stream', () => {
  test('is refused for an event that does not exist', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    for (const [path, status, code] of [
      [`/api/events/${unknown}/live`, 404, 'event_not_found'],
      ['/api/events/x/live', 400, 'validation_failed'],
      [`/api/events/${unknown}/live?since=x`, 400, 'validation_failed'],
    ] as const) {
      const answer = await server.browser().send('GET', path)
      expect([answer.status, answer.body.code]).toEqual([status, code])
    }
  })

  test('exists only on the tenant of its event', async () => {
    const { tenantId, slug } = await server.build.tenant()
    await server.foyer.context.tenants.reload()
    const theirs = await server.build.event({ tenantId })
    const mine = await server.build.event()
    const theirBrowser = server.browser({ 'x-tenant-subdomain': slug })
    expect((await watch(theirs)).response.status).toBe(404)
    expect((await watchLive(theirBrowser, mine.eventId)).response.status).toBe(404)
    const view = await watchLive(theirBrowser, theirs.eventId)
    await heard(view, 1)
    const here = await watch(mine)
    await heard(here, 1)
    await holdCartOf(theirBrowser, theirs)
    await heard(view, 2)
    expect(here.messages).toHaveLength(1)
    view.close()
    here.close()
  })

  test('is refused beyond the bound, with the time to retry, until another one ends', async () => {
    const own = await startTestServer({ jobs: false, maxLiveStreams: 2 })
    const event = await own.build.event()
    const views = [await watch(event, {}, own), await watch(event, {}, own)]
    await Promise.all(views.map((view) => heard(view, 1)))
    const refused = await own.browser().send('GET', `/api/events/${event.eventId}/live`)
    expect([refused.status, refused.body.code]).toEqual([503, 'busy'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(10)
    views[0]?.close()
    const next = await until(
      () => watch(event, {}, own),
      (view) => view.response.status === 200,
    )
    next.close()
    views[1]?.close()
    await own.close()
  })

  test('ends at once when its server closes', async () => {
    const own = await startTestServer({ jobs: false })
    const event = await own.build.event()
    const view = await watch(event, {}, own)
    await heard(view, 1)
    const begin = performance.now()
    await own.close()
    expect(performance.now() - begin).toBeLessThan(3000)
    await until(
      async () => view.isEnded,
      (isEnded) => isEnded,
    )
  })
})
