import { addDays, instantOf } from '@foyer/domain'
import { type BuiltEvent, buy, serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

async function get(path: string) {
  const { status, body } = await server.browser().send('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const calendarOf = async (event: BuiltEvent) =>
  (await get(`/api/pricing/calendar/${event.eventId}`)).data
const dayOf = async (event: BuiltEvent, date = event.date) =>
  (await get(`/api/price/daily?eventId=${event.eventId}&date=${date}`)).data
const inventoryOf = (event: BuiltEvent) => get(`/api/inventory/summary?eventId=${event.eventId}`)

const sell = (sessionId: string, count: number, poolId = sessionId) =>
  server.sql('update stock set sold = $1 where session_id = $2 and pool_id = $3', [
    count,
    sessionId,
    poolId,
  ])

/** Moves a session to a local time at its venue. */
async function moveTo(sessionId: string, date: string, minutes: number, zone: string) {
  const start = instantOf(date, minutes, zone)
  await server.sql(
    'update sessions set starts_at = $1, ends_at = $2, local_date = $3 where id = $4',
    [start, new Date(start.getTime() + 3_600_000), date, sessionId],
  )
}

describe('the calendar', () => {
  test('has each day with sessions, its lowest price with fees, and its availability', async () => {
    const event = await server.build.event({
      sessions: 4,
      capacity: 100,
      fee: { ratePpm: 100_000 },
      types: [{ dynamicMinor: 3000 }],
    })
    const [today = '', cheap = '', soldOut = '', few = ''] = event.sessionIds
    const day = (offset: number) => addDays(event.date, offset)
    const zone = 'America/New_York'
    await moveTo(soldOut, day(1), 600, zone)
    await moveTo(few, day(2), 600, zone)
    await sell(soldOut, 100)
    await sell(few, 90)
    await server.sql('update session_prices set price_minor = 2000 where session_id = $1', [cheap])
    const idOf = (offset: number) => `${event.eventId}:${day(offset)}`
    const calendar = await calendarOf(event)
    expect(calendar).toEqual({
      timezone: zone,
      currency: 'usd',
      dates: {
        [day(0)]: { id: idOf(0), minPrice: 20, allInMinor: 2200, status: 'available' },
        [day(1)]: { id: idOf(1), minPrice: 30, allInMinor: 3300, status: 'sold_out' },
        [day(2)]: { id: idOf(2), minPrice: 30, allInMinor: 3300, status: 'selling_fast' },
      },
    })
    expect(Object.keys((await dayOf(event, day(0))).sessions).sort()).toEqual([today, cheap].sort())
  })

  test('invents no price for a day without one, which is not for sale yet, and shows 0 for a free one', async () => {
    const unpriced = await server.build.event({ types: [{ dynamicMinor: null }] })
    expect((await calendarOf(unpriced)).dates[unpriced.date]).toMatchObject({
      minPrice: null,
      allInMinor: null,
      status: 'unpriced',
    })
    const free = await server.build.event({ types: [{ priceMinor: 0 }] })
    expect((await calendarOf(free)).dates[free.date]).toMatchObject({ minPrice: 0, allInMinor: 0 })
  })

  test('assigns sessions to the days of the venue, also across midnight', async () => {
    const zone = 'America/Los_Angeles'
    const event = await server.build.event({ sessions: 2, timeZone: zone })
    const [late = '', early = ''] = event.sessionIds
    // 11:30 PM and 12:30 AM are an hour apart, and in UTC they are on the same day.
    await moveTo(late, event.date, 23 * 60 + 30, zone)
    await moveTo(early, addDays(event.date, 1), 30, zone)
    const calendar = await calendarOf(event)
    expect(Object.keys(calendar.dates)).toEqual([event.date, addDays(event.date, 1)])
    expect(calendar.timezone).toBe(zone)
    const evening = await dayOf(event)
    expect(Object.keys(evening.sessions)).toEqual([late])
    expect(evening.sessions[late].local_time).toMatch(/^11:30\sPM$/)
    const night = await dayOf(event, addDays(event.date, 1))
    expect(night.sessions[early].local_time).toMatch(/^12:30\sAM$/)
  })

  test('leaves out what is past or cancelled, and is empty without sessions', async () => {
    const event = await server.build.event({ sessions: 2 })
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      event.sessionIds[0],
    ])
    await server.sql(`update sessions set status = 'cancelled' where id = $1`, [
      event.sessionIds[1],
    ])
    expect((await calendarOf(event)).dates).toEqual({})
    expect(await dayOf(event)).toMatchObject({ ticketTypes: [], sessions: {} })
    expect(await inventoryOf(event)).toEqual([])
  })

  test('shows a day as available if one of its sessions has no limit', async () => {
    const event = await server.build.event({ sessions: 2, capacity: 10 })
    await sell(event.sessionId, 10)
    await server.sql('update stock set capacity = null where pool_id = $1', [event.sessionIds[1]])
    expect((await calendarOf(event)).dates[event.date].status).toBe('available')
  })
})

describe('a day', () => {
  test('has its sessions in order, each with prices, fees and tickets left', async () => {
    const event = await server.build.event({
      sessions: 2,
      capacity: 30,
      fee: { flatMinor: 250 },
      types: [{ priceMinor: 3000 }, { dynamicMinor: 5000, capacity: 8 }],
    })
    const [first = '', second = ''] = event.sessionIds
    const [ga, vip] = event.typeIds
    await holdCartOf(server.browser(), event, { quantities: [2, 3] })
    await server.sql('update session_prices set price_minor = 4000 where session_id = $1', [second])
    const day = await dayOf(event)
    expect(Object.keys(day.sessions)).toEqual([first, second])
    expect(day.sessions[first]).toMatchObject({
      session_id: first,
      session_name: 'Test session',
      local_time: expect.stringMatching(/^10:00\sAM$/),
      available_count: 25,
      ticket_prices: [
        { ticket_type_id: ga, price: 30, all_in_minor: 3250, available_count: 25 },
        { ticket_type_id: vip, price: 50, all_in_minor: 5250, available_count: 5 },
      ],
    })
    expect(day.ticketTypes).toMatchObject([
      // The maximum is that of the session with most tickets; 'limited' counts the whole day.
      {
        ticket_type_id: ga,
        lowest_price: 30,
        lowest_all_in_minor: 3250,
        fee_minor: 250,
        more_minor: 0,
        available_count: 30,
        availability: 'available',
      },
      {
        ticket_type_id: vip,
        lowest_price: 40,
        lowest_all_in_minor: 4250,
        fee_minor: 250,
        more_minor: 1000,
        available_count: 8,
        availability: 'limited',
      },
    ])
  })

  test('shows no more tickets of a type than its session has, nor of a session than its types have', async () => {
    const event = await server.build.event({
      capacity: 5,
      types: [{ capacity: 50 }, { capacity: 2 }],
    })
    const { sessions } = await dayOf(event)
    const counts = sessions[event.sessionId].ticket_prices.map(
      (price: { available_count: number }) => price.available_count,
    )
    expect(counts).toEqual([5, 2])
    expect(sessions[event.sessionId].available_count).toBe(5)
  })

  test('shows the sum of its types if that is less than the session has', async () => {
    const event = await server.build.event({
      capacity: 50,
      types: [{ capacity: 3 }, { capacity: 4 }],
    })
    expect((await dayOf(event)).sessions[event.sessionId].available_count).toBe(7)
  })

  test('shows no count if there is no limit', async () => {
    const event = await server.build.event({ capacity: null })
    const day = await dayOf(event)
    expect(day.sessions[event.sessionId].available_count).toBeNull()
    expect(day.ticketTypes[0]).toMatchObject({ available_count: null, availability: 'available' })
  })

  test('shows an unpriced type with price 0, which cannot be held yet', async () => {
    const event = await server.build.event({ types: [{ dynamicMinor: null }] })
    const day = await dayOf(event)
    expect(day.sessions[event.sessionId].ticket_prices[0]).toMatchObject({
      price: 0,
      all_in_minor: null,
    })
    expect(day.ticketTypes).toMatchObject([{ fee_minor: null, more_minor: null }])
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('price_not_ready')
  })

  test('is empty without sessions, and not an error', async () => {
    const event = await server.build.event()
    expect(await dayOf(event, '2020-02-29')).toMatchObject({ ticketTypes: [], sessions: {} })
  })
})

describe('the inventory', () => {
  test('has each type in each session, and says where one is not sold', async () => {
    const event = await server.build.event({ sessions: 2, types: [{}, {}] })
    const [first = '', second = ''] = event.sessionIds
    const [ga = '', vip = ''] = event.typeIds
    await server.sql('delete from stock where session_id = $1 and pool_id = $2', [second, vip])
    await server.sql(
      `insert into ticket_type_sales (tenant_id, ticket_type_id, event_id, sales_open_at)
       values (1, $1, $2, now() + interval '1 hour')`,
      [ga, event.eventId],
    )
    const inventory = await inventoryOf(event)
    const words = (sessionId: string) =>
      inventory
        .find((each: { sessionId: string }) => each.sessionId === sessionId)
        .ticketTypes.map((type: { ticketTypeId: string; availability: string }) => [
          type.ticketTypeId,
          type.availability,
        ])
    expect(new Map(words(first))).toEqual(
      new Map([
        [ga, 'unavailable'],
        [vip, 'available'],
      ]),
    )
    expect(new Map(words(second))).toEqual(
      new Map([
        [ga, 'unavailable'],
        [vip, 'unavailable'],
      ]),
    )
  })

  test('counts what is held and sold, per session and type', async () => {
    const event = await server.build.event({ capacity: 30, types: [{}, { capacity: 8 }] })
    await holdCartOf(server.browser(), event, { quantities: [2, 3] })
    expect(await inventoryOf(event)).toEqual([
      {
        sessionId: event.sessionId,
        ticketTypes: [
          {
            ticketTypeId: event.typeIds[0],
            inventory: { availableCount: 25, soldCount: 0, heldCount: 2 },
            availability: 'available',
          },
          {
            ticketTypeId: event.typeIds[1],
            inventory: { availableCount: 5, soldCount: 0, heldCount: 3 },
            availability: 'limited',
          },
        ],
      },
    ])
  })

  test('needs no total: available, sold and held sum up to the capacity', async () => {
    const event = await server.build.event({ capacity: 30 })
    await holdCartOf(server.browser(), event, { quantities: [4] })
    await buy(server.browser(), event, '54321', 3)
    const [session] = await inventoryOf(event)
    const { availableCount, soldCount, heldCount } = session.ticketTypes[0].inventory
    expect([availableCount, soldCount, heldCount]).toEqual([23, 3, 4])
    const [stock] = await server.sql<{ capacity: number }>(
      'select capacity from stock where session_id = $1 and pool_id = $1',
      [event.sessionId],
    )
    expect(availableCount + soldCount + heldCount).toBe(stock?.capacity)
  })

  test.each([
    [21, 'available'],
    [20, 'limited'],
    [1, 'limited'],
    [0, 'sold_out'],
  ])('%i tickets left are %s', async (left, availability) => {
    const event = await server.build.event({ capacity: 100 })
    await sell(event.sessionId, 100 - left)
    const [session] = await inventoryOf(event)
    expect(session.ticketTypes[0]).toMatchObject({
      availability,
      inventory: { availableCount: left },
    })
  })
  test('says that a type is unavailable where it is not sold now', async () => {
    const event = await server.build.event({ types: [{}, { dynamicMinor: null }] })
    const [session] = await inventoryOf(event)
    expect(
      session.ticketTypes.map(({ availability }: { availability: string }) => availability),
    ).toEqual(['available', 'unavailable'])
  })
})
