import { addDays, localDateOf } from '@foyer/domain'
import { type BuiltEvent, serverForTests, type TestServer } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { holdCartOf, times } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

async function get(path: string) {
  const { status, body } = await server.browser().send('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const getEvent = (event: BuiltEvent) => get(`/api/events/${event.eventId}`)

describe('an event', () => {
  test('is returned with its venue, its next session and its availability', async () => {
    const event = await server.build.event({
      name: 'Night Market',
      category: 'festival',
      sessions: 2,
    })
    await server.sql(
      `update venues set street_address = '1 Pier', city = 'New York', state = 'NY',
         postal_code = '10001' where id = (select venue_id from events where id = $1)`,
      [event.eventId],
    )
    const [next] = await server.sql<{ starts_at: Date }>(
      'select min(starts_at) as starts_at from sessions where event_id = $1',
      [event.eventId],
    )
    expect(await getEvent(event)).toMatchObject({
      id: event.eventId,
      name: 'Night Market',
      category: 'festival',
      date: next?.starts_at.toISOString(),
      startTime: expect.stringMatching(/^10:00\sAM$/),
      location: 'Test Hall, New York, NY',
      imageUrl: `/posters/${event.eventId}/poster.svg`,
      calendarStartDate: event.date,
      calendarEndDate: event.date,
      sessionCount: 2,
      venue_name: 'Test Hall',
      venue_city: 'New York',
      venue_state: 'NY',
      venue_address: '1 Pier',
      venue_timezone: 'America/New_York',
      fee_set_id: null,
      status: 'available',
      currency: 'usd',
    })
  })

  test.each<[string, Parameters<TestServer['build']['event']>[0], number | null, number | null]>([
    ['without a fee', { types: [{ priceMinor: 2999 }] }, 29.99, 2999],
    [
      'with a percentage',
      { types: [{ priceMinor: 2999 }], fee: { ratePpm: 125_000 } },
      29.99,
      3374,
    ],
    ['with a flat fee', { types: [{ priceMinor: 2999 }], fee: { flatMinor: 499 } }, 29.99, 3498],
    ['of the cheapest type', { types: [{ priceMinor: 5000 }, { priceMinor: 2000 }] }, 20, 2000],
    ['of a dynamic type: its cheapest session', { types: [{ dynamicMinor: 4500 }] }, 45, 4500],
    [
      'of a free one: 0, and no fee on nothing',
      { types: [{ priceMinor: 0 }], fee: { flatMinor: 99 } },
      0,
      0,
    ],
    ['that is not set yet', { types: [{ dynamicMinor: null }] }, null, null],
  ])('shows its lowest price %s', async (_, plan, staticPrice, fromAllInMinor) => {
    const event = await server.build.event(plan)
    expect(await getEvent(event)).toMatchObject({ staticPrice, fromAllInMinor })
  })

  test('shows the price that is lowest with fees, not the lowest before fees', async () => {
    const event = await server.build.event({
      fee: { flatMinor: 900 },
      types: [{ priceMinor: 2000 }, { priceMinor: 2500 }],
    })
    const [own] = await server.sql<{ id: string }>(
      `insert into fee_sets (tenant_id, id, name, fee_type, flat_minor)
       values (1, gen_random_uuid(), 'Own', 'flat', 100) returning id`,
    )
    await server.sql('update ticket_types set fee_set_id = $1 where id = $2', [
      own?.id,
      event.typeIds[1],
    ])
    expect(await getEvent(event)).toMatchObject({ staticPrice: 25, fromAllInMinor: 2600 })
    const types = await get(`/api/ticket-types?eventId=${event.eventId}`)
    expect(types.map((type: { allInMinor: number }) => type.allInMinor)).toEqual([2900, 2600])
    // The type's own set is inactive and still overrides, so the type has no fee.
    await server.sql('update fee_sets set is_active = false where id = $1', [own?.id])
    expect(await getEvent(event)).toMatchObject({ fromAllInMinor: 2500 })
  })

  test.each([
    ['available', 1000, 101, 'available'],
    ['selling fast at a tenth', 1000, 100, 'selling_fast'],
    ['selling fast at 20 places', 100, 20, 'selling_fast'],
    ['sold out', 100, 0, 'sold_out'],
  ])('is %s', async (_, capacity, left, status) => {
    const event = await server.build.event({ capacity })
    await server.sql('update stock set sold = $1 where pool_id = $2', [
      capacity - left,
      event.sessionId,
    ])
    expect((await getEvent(event)).status).toBe(status)
  })

  test('has the date of the next day with tickets left', async () => {
    const event = await server.build.event({ sessions: 2, capacity: 5 })
    const [first = '', second = ''] = event.sessionIds
    await server.sql(
      `update sessions set local_date = local_date + 1, starts_at = starts_at + interval '1 day',
         ends_at = ends_at + interval '1 day' where id = $1`,
      [second],
    )
    await server.sql('update stock set sold = 5 where pool_id = $1', [first])
    const { date } = await getEvent(event)
    expect(localDateOf(new Date(date), 'America/New_York')).toBe(addDays(event.date, 1))
    await server.sql('update stock set sold = 5 where pool_id = $1', [second])
    await server.foyer.context.rollups.compare(event.tenantId)
    const soldOut = await getEvent(event)
    expect(localDateOf(new Date(soldOut.date), 'America/New_York')).toBe(event.date)
  })

  test('never sells out without a limit, and is over, with its date, once its sessions are', async () => {
    const endless = await server.build.event({ capacity: null })
    await server.sql('update stock set sold = 100000 where pool_id = $1', [endless.sessionId])
    expect((await getEvent(endless)).status).toBe('available')
    const over = await server.build.event({ inDays: -3 })
    expect(await getEvent(over)).toMatchObject({
      status: 'over',
      sessionCount: 0,
      calendarStartDate: null,
    })
    // It still has its date.
    expect((await getEvent(over)).date).not.toBeNull()
  })

  test('counts future sessions, except cancelled ones', async () => {
    const event = await server.build.event({ sessions: 4 })
    const [past, cancelled] = event.sessionIds
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      past,
    ])
    await server.sql(`update sessions set status = 'cancelled' where id = $1`, [cancelled])
    expect((await getEvent(event)).sessionCount).toBe(2)
  })

  test('is not found if it is not published', async () => {
    const event = await server.build.event()
    await server.sql('update events set is_published = false where id = $1', [event.eventId])
    const browser = server.browser()
    for (const path of [
      `/api/events/${event.eventId}`,
      `/api/ticket-types?eventId=${event.eventId}`,
      `/api/ticket-groups?eventId=${event.eventId}`,
      `/api/add-ons?eventId=${event.eventId}`,
      `/api/inventory/summary?eventId=${event.eventId}`,
      `/api/pricing/calendar/${event.eventId}`,
      `/api/price/daily?eventId=${event.eventId}&date=${event.date}`,
    ]) {
      expect(await browser.send('GET', path)).toMatchObject({
        status: 404,
        body: { code: 'event_not_found' },
      })
    }
    const events = await get('/api/events')
    expect(events.map((each: { id: string }) => each.id)).not.toContain(event.eventId)
  })
})

test('the list has the next events first and past events last', async () => {
  const plans = [{ inDays: 30 }, { inDays: -2 }, { inDays: 3 }, { inDays: -9 }, { inDays: 12 }]
  const built: BuiltEvent[] = []
  for (const plan of plans) built.push(await server.build.event(plan))
  const [month, justOver, soon, longOver, later] = built.map((event) => event.eventId)
  const list: { id: string }[] = await get('/api/events')
  const order = list.map((event) => event.id).filter((id) => built.some((b) => b.eventId === id))
  expect(order).toEqual([soon, later, month, justOver, longOver])
})

describe('ticket types', () => {
  test('come in the order of the organizer, by event or by group, without archived ones', async () => {
    const event = await server.build.event({
      types: [{ name: 'GA', max: 4 }, { name: 'VIP', dynamicMinor: 9900 }, { name: 'Old' }],
    })
    await server.sql('update ticket_types set is_archived = true where id = $1', [event.typeIds[2]])
    const types = await get(`/api/ticket-types?eventId=${event.eventId}`)
    expect(types).toMatchObject([
      {
        id: event.typeIds[0],
        name: 'GA',
        price: 30,
        maxQuantity: 4,
        quantity: 4,
        pricing_mode: 'fixed',
      },
      { id: event.typeIds[1], name: 'VIP', price: 0, allInMinor: 9900, pricing_mode: 'dynamic' },
    ])
    const [group] = await get(`/api/ticket-groups?eventId=${event.eventId}`)
    expect(group).toMatchObject({ eventId: event.eventId, name: 'Tickets', isArchived: false })
    expect(await get(`/api/ticket-types?ticketGroupId=${group.id}`)).toEqual(types)
  })

  test('have no price if they are dynamic and not priced yet', async () => {
    const event = await server.build.event({ types: [{ dynamicMinor: null }] })
    const [type] = await get(`/api/ticket-types?eventId=${event.eventId}`)
    expect(type).toMatchObject({ price: 0, allInMinor: null })
  })
})

test('add-ons and fee sets have their amounts in major units', async () => {
  const event = await server.build.event({
    fee: { ratePpm: 125_000 },
    addOns: [{ priceMinor: 1599, max: 3 }],
  })
  expect(await get(`/api/add-ons?eventId=${event.eventId}`)).toMatchObject([
    { id: event.addOnIds[0], price: 15.99, allInMinor: 1599, maxQuantity: 3 },
  ])
  const { fee_set_id: feeSetId } = await getEvent(event)
  expect(await get(`/api/fee-sets/${feeSetId}`)).toEqual({
    id: feeSetId,
    name: 'Service fee',
    is_active: true,
    fee_type: 'percentage',
    fee_amount: 12.5,
    currency: 'usd',
  })
  const flat = await server.build.event({ fee: { flatMinor: 249 } })
  const { fee_set_id: flatId } = await getEvent(flat)
  expect(await get(`/api/fee-sets/${flatId}`)).toMatchObject({ fee_type: 'flat', fee_amount: 2.49 })
})

test('a flat fee is an amount in the currency of the event that has its fee set', async () => {
  const fee = { flatMinor: 250 }
  const euro = await server.build.event({ currency: 'eur', fee })
  const { fee_set_id: feeSetId } = await getEvent(euro)
  const read = (query = '') => get(`/api/fee-sets/${feeSetId}${query}`)
  expect(await read()).toMatchObject({ fee_amount: 2.5, currency: 'eur' })

  // Another event lets one of its types have the same fee set.
  const yen = await server.build.event({ currency: 'jpy' })
  await server.sql('update ticket_types set fee_set_id = $1 where id = $2', [feeSetId, yen.typeId])
  const named = (eventId: string) => read(`?eventId=${eventId}`)
  expect(await named(yen.eventId)).toMatchObject({ fee_amount: 250, currency: 'jpy' })
  expect(await named(euro.eventId)).toMatchObject({ fee_amount: 2.5, currency: 'eur' })
  const other = await server.build.event({ fee })
  const path = `/api/fee-sets/${feeSetId}?eventId=${other.eventId}`
  expect(await server.browser().send('GET', path)).toMatchObject({
    status: 404,
    body: { code: 'fee_set_not_found' },
  })

  // A fee set that no event has is in the tenant's currency, and so is one that such an event has.
  const { fee_set_id: ownId } = await getEvent(other)
  await server.sql('update events set fee_set_id = $1 where id = $2', [feeSetId, other.eventId])
  expect(await get(`/api/fee-sets/${ownId}`)).toMatchObject({ fee_amount: 2.5, currency: 'usd' })
  expect(await named(other.eventId)).toMatchObject({ fee_amount: 2.5, currency: 'usd' })
})

test('the withdrawn call names the call to use instead', async () => {
  const event = await server.build.event()
  const path = `/api/pricing/sessions/${event.eventId}/prices`
  expect(await server.browser().send('GET', path)).toMatchObject({
    status: 410,
    body: { code: 'deprecated', error: expect.stringContaining('/api/price/daily') },
  })
})

test('a list is at most a few seconds old', async () => {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  const path = `/api/events/${event.eventId}`
  const statusNow = async () => (await browser.send('GET', path)).body.status
  await Promise.all(times(20, statusNow))
  await holdCartOf(server.browser(), event)
  await expect.poll(statusNow).toBe('sold_out')
})
