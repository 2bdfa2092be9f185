import { grantedValue } from '@foyer/contract'
import { changeTicketGroup, createSessions } from '@foyer/server/catalog-editing'
import { type BuiltEvent, buy, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { EVENT_NOT_FOUND } from '../src/engine/refusals.ts'
import { stockOf, untilSomebodyWaits } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { member } from './support/staff.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

afterAll(async () => expect(await findStockDrift(server)).toEqual([]))

const TYPES = [{ name: 'Family', places: 4 }, { name: 'Floor' }]
const build = (more: object) =>
  server.build.event({ capacity: null, types: TYPES, sessions: 2, ...more })

const hold = (event: BuiltEvent, quantities: readonly number[], session = 0) =>
  server.browser().send('POST', '/api/checkout/carts/12345/hold', {
    eventId: event.eventId,
    sessionId: event.sessionIds[session],
    tickets: quantities.flatMap((quantity, index) =>
      quantity ? [{ ticketTypeId: event.typeIds[index], quantity }] : [],
    ),
  })

const share = (event: BuiltEvent, capacity: number | null) =>
  server.foyer.context.db.withTenant(1, (tx) => changeTicketGroup(tx, event.groupId, { capacity }))

const ofGroup = (event: BuiltEvent, session = 0) =>
  stockOf(server, event.sessionIds[session] ?? '', event.groupId)

describe('types that share a capacity', () => {
  test('fill it together, in places, in each session on its own', async () => {
    const event = await build({ shared: 9 })
    expect((await hold(event, [1, 3])).status).toBe(201)
    expect(await ofGroup(event)).toEqual({ held: 7, sold: 0 })
    const refused = await hold(event, [0, 3])
    expect(refused.body).toMatchObject({
      code: 'sold_out',
      error: 'Only 2 Floor tickets are left for this time.',
      details: { available: 2, ticketTypeId: event.typeIds[1] },
    })
    expect((await hold(event, [1])).body.error).toBe(
      'Only 2 places are left for this time, and one Family ticket takes 4.',
    )
    expect((await hold(event, [1, 3], 1)).status).toBe(201)
    expect(await ofGroup(event, 1)).toEqual({ held: 7, sold: 0 })
  })

  test('are sold from it, and show what it has left', async () => {
    const event = await build({ shared: 9 })
    await buy(server.browser(), event, '12345', 1)
    expect(await ofGroup(event)).toEqual({ held: 0, sold: 4 })
    const { body } = await server
      .browser()
      .send('GET', `/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
    const session = body.data.sessions[event.sessionId]
    expect(session.available_count).toBe(5)
    expect(
      session.ticket_prices.map((price: { available_count: number }) => price.available_count),
    ).toEqual([1, 5])
  })

  test('are never oversold, because of the constraint, without the lock', async () => {
    const event = await build({ shared: 9 })
    await expect(
      server.sql(
        `update stock set held = case when pool_id = $2 then 3 else 12 end
         where session_id = $1 and pool_id = any($3)`,
        [event.sessionId, event.typeId, [event.sessionId, event.typeId, event.groupId]],
      ),
    ).rejects.toThrow('stock_never_oversold')
  })
})

describe('a shared capacity', () => {
  test('may begin, change and end while tickets are held and sold', async () => {
    const event = await build({})
    await buy(server.browser(), event, '12345', 1)
    await hold(event, [0, 2])
    expect(await share(event, 5)).toMatchObject({
      refusal: {
        code: 'capacity_below_taken',
        message: expect.stringContaining('6 places of Tickets are held or sold already'),
      },
    })
    expect(await ofGroup(event)).toEqual({ held: Number.NaN, sold: Number.NaN })
    grantedValue(await share(event, 7))
    expect(await ofGroup(event)).toEqual({ held: 2, sold: 4 })
    expect((await hold(event, [0, 2])).body.code).toBe('sold_out')
    grantedValue(await share(event, 8))
    expect((await hold(event, [0, 2])).status).toBe(201)
    expect(await ofGroup(event)).toEqual({ held: 4, sold: 4 })
    expect((await share(event, 7)).ok).toBe(false)
    grantedValue(await share(event, null))
    expect((await hold(event, [2])).status).toBe(201)
    expect(await ofGroup(event)).toEqual({ held: Number.NaN, sold: Number.NaN })
  })

  test('counts for sessions that are made later', async () => {
    const event = await build({ shared: 4 })
    const startsAt = new Date(Date.now() + 40 * 86_400_000)
    const sessions = [
      {
        startsAt,
        endsAt: new Date(startsAt.getTime() + 3_600_000),
        capacity: null,
        types: event.typeIds.map((ticketTypeId) => ({ ticketTypeId })),
      },
    ]
    const [later = ''] = await server.foyer.context.db.withTenant(1, async (tx) =>
      grantedValue(await createSessions(tx, 1, event.eventId, sessions)),
    )
    const made = { ...event, sessionIds: [later] }
    expect((await hold(made, [1])).status).toBe(201)
    expect((await hold(made, [0, 1])).body.code).toBe('sold_out')
    expect(await ofGroup(made)).toEqual({ held: 4, sold: 0 })
  })

  test('follows a type into another group, unless that shares less than was sold', async () => {
    const event = await build({ shared: 20 })
    const owner = await member(server, 'owner')
    const send = (method: string, path: string, body?: unknown) =>
      owner.browser.send(method, `/api/admin${path}`, body)
    await buy(server.browser(), event, '12345', 1)
    const path = `/events/${event.eventId}`
    const { body } = await send('POST', `${path}/ticket-groups`, {
      ...{ name: 'Balcony', description: '', capacity: 3 },
    })
    const [tickets, balcony] = body.groups
    const [family, floor] = event.typeIds
    const order = async (own: (string | undefined)[], other: (string | undefined)[]) => {
      const { orderVersion } = (await send('GET', `${path}/tickets`)).body
      return send('PUT', `${path}/tickets/order`, {
        groups: [
          { id: tickets.id, typeIds: own },
          { id: balcony.id, typeIds: other },
        ],
        addOnIds: [],
        orderVersion,
      })
    }
    const refused = await order([floor], [family])
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity_below_taken'])
    expect(await ofGroup(event)).toEqual({ held: 0, sold: 4 })
    expect((await order([family], [floor])).status).toBe(200)
    expect((await hold(event, [0, 3])).status).toBe(201)
    expect((await hold(event, [0, 1])).body.code).toBe('sold_out')
    expect(await stockOf(server, event.sessionId, balcony.id)).toEqual({ held: 3, sold: 0 })
  })

  test('is what the last of two changes at once says', async () => {
    const event = await build({ shared: 9 })
    const { db } = server.foyer.context
    let second: ReturnType<typeof share> | undefined
    await db.withTenant(1, async (tx) => {
      grantedValue(await changeTicketGroup(tx, event.groupId, { capacity: null }))
      second = share(event, 9)
      await untilSomebodyWaits(server)
    })
    grantedValue((await second) ?? EVENT_NOT_FOUND)
    expect(await ofGroup(event)).toEqual({ held: 0, sold: 0 })
  })

  test('that begins while holds are granted is never exceeded', async () => {
    const event = await build({})
    const holds = Array.from({ length: 30 }, () => hold(event, [1, 1]))
    const shared = share(event, 40)
    const answers = await Promise.all(holds)
    const isShared = (await shared).ok
    const granted = answers.filter(({ status }) => status === 201).length
    expect(answers.every(({ status }) => [201, 409].includes(status))).toBe(true)
    if (isShared) expect(await ofGroup(event)).toEqual({ held: granted * 5, sold: 0 })
    expect(isShared ? granted <= 8 : granted > 8).toBe(true)
  })
})

test('a buyer reads a changed share, other places and another group at once', async () => {
  const event = await build({ types: TYPES.slice(0, 1), sessions: 1 })
  const owner = await member(server, 'owner')
  const path = `/api/admin/events/${event.eventId}`
  const send = async (method: string, to: string, body: object) =>
    expect((await owner.browser.send(method, to, body)).status).toBeLessThan(300)
  const read = async () => (await owner.browser.send('GET', `${path}/tickets`)).body
  const shown = async () => {
    const { body } = await server.browser().send('GET', `/api/pricing/calendar/${event.eventId}`)
    return body.data.dates[event.date].status
  }
  expect(await shown()).toBe('available')

  const [group] = (await read()).groups
  const narrow = { ...group.details, capacity: 3, version: group.version }
  await send('PUT', `/api/admin/ticket-groups/${group.id}`, narrow)
  expect(await shown()).toBe('sold_out')

  const [type] = (await read()).types
  const smaller = { ...type.details, places: 3, version: type.version }
  await send('PUT', `/api/admin/ticket-types/${type.id}`, smaller)
  expect(await shown()).toBe('available')

  await send('POST', `${path}/ticket-groups`, { name: 'Balcony', description: '', capacity: 2 })
  const { groups, orderVersion } = await read()
  await send('PUT', `${path}/tickets/order`, {
    groups: groups.map(({ id }: { id: string }) => ({
      ...{ id, typeIds: id === group.id ? [] : [type.id] },
    })),
    addOnIds: [],
    orderVersion,
  })
  expect(await shown()).toBe('sold_out')
})

test('the date in the office says how much of a share is held and sold', async () => {
  const event = await build({ shared: 9 })
  await buy(server.browser(), event, '12345', 1)
  await hold(event, [0, 2])
  const owner = await member(server, 'owner')
  const { body } = await owner.browser.send('GET', `/api/admin/sessions/${event.sessionId}`)
  expect(body.shares).toEqual([{ name: 'Tickets', capacity: 9, held: 2, sold: 4 }])
  expect(body.capacitySummaries).toMatchObject([
    { heldCount: 0, soldCount: 1 },
    { heldCount: 2, soldCount: 0 },
  ])
})
