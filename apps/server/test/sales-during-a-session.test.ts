import type { TenantTx } from '@foyer/db'
import { addDays, localDateOf, UNTIL_END_CUTOFF_MINUTES } from '@foyer/domain'
import {
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { setEventSales, setSessionSales } from '../src/features/catalog/editing/index.ts'
import { refreshListings } from '../src/jobs/refresh-listings.ts'
import { expireHolds, holdCartOf } from './support/calls.ts'
import { aSale, cancel, quoteOf, rescheduleTo } from './support/cancellations.ts'
import { atDesk } from './support/desk.ts'
import { disrupt } from './support/disruptions.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'
import { defaultTenantOf } from './support/parts.ts'
import { member } from './support/staff.ts'

/** Sales that go on once a session has begun, and what is said of one that has begun, is over or was called off. */
const server = serverForTests({ jobs: false, isOneAddressMany: true, bounds: NOTHING_CACHED })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const ZONE = 'America/New_York'
const OPEN = {
  opensAt: null,
  closesAt: null,
  cutoffMinutes: 0,
  minPerOrder: null,
  maxPerOrder: null,
  maxPerCustomer: null,
}

const withTenant = <T>(work: (tx: TenantTx) => Promise<T>) =>
  server.foyer.context.db.withTenant(1, work)
const salesEnd = (event: BuiltEvent, cutoffMinutes: number, closesAt: Date | null = null) =>
  withTenant((tx) => setEventSales(tx, 1, event.eventId, { ...OPEN, cutoffMinutes, closesAt }))

/** Makes a session last from so many hours before now, for three days. */
const beganAgo = async ({ sessionId }: BuiltEvent, hours: number) => {
  const start = new Date(Date.now() - hours * 3_600_000)
  await server.sql(
    `update sessions set starts_at = $1, ends_at = $1::timestamptz + interval '72 hours',
       local_date = $2 where id = $3`,
    [start, localDateOf(start, ZONE), sessionId],
  )
}

const get = async (path: string) => {
  await server.foyer.context.rollups.compare(1)
  const { status, body } = await server.browser().send('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const getEvent = (event: BuiltEvent) => get(`/api/events/${event.eventId}`)

/** The second day of three, with sales until its end. */
async function secondDay() {
  const event = await server.build.event({ capacity: 100 })
  await salesEnd(event, UNTIL_END_CUTOFF_MINUTES)
  await beganAgo(event, 26)
  return event
}

describe('a session of three days whose sales last until it ends', () => {
  test('is bought on its second day: held, paid, and with tickets', async () => {
    const event = await secondDay()
    const order = await buy(server.browser(), event)
    expect(order.status).toBe(201)
    const tickets = await server.sql('select status from tickets where order_id = $1', [
      order.body.orderId,
    ])
    expect(tickets).toEqual([{ status: 'VALID' }, { status: 'VALID' }])
  })

  test('sells a payment that arrives after its hold', async () => {
    const event = await secondDay()
    const browser = server.browser()
    await holdCartOf(browser, event)
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    await expireHolds(server, event.sessionId)
    const order = await browser.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.body.paymentIntentId),
    )
    expect(order.status).toBe(201)
  })

  test('can be given away at the desk', async () => {
    const event = await secondDay()
    const clerk = await member(server, 'box_office')
    const given = await atDesk(clerk, 'POST', '/complimentary-orders', {
      key: crypto.randomUUID(),
      sessionId: event.sessionId,
      tickets: [{ ticketTypeId: event.typeId, quantity: 1 }],
      person: { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', phone: '' },
      reason: 'press',
      note: '',
    })
    expect(given.status).toBe(201)
  })

  test('is on sale in its calendar, its list, a search for today and its page, with its own start', async () => {
    const event = await secondDay()
    const [row] = await server.sql<{ starts_at: Date; local_date: string }>(
      'select starts_at, local_date from sessions where id = $1',
      [event.sessionId],
    )
    const shown = await getEvent(event)
    const firstDay = localDateOf(row?.starts_at ?? new Date(), ZONE)
    expect(shown).toMatchObject({
      status: 'available',
      sessionCount: 1,
      date: row?.starts_at.toISOString(),
      calendarStartDate: firstDay,
    })
    expect(shown.calendarEndDate >= addDays(firstDay, 2)).toBe(true)
    const calendar = await get(`/api/pricing/calendar/${event.eventId}`)
    expect(calendar.data.dates[firstDay]).toMatchObject({ status: 'available' })
    const day = await get(`/api/price/daily?eventId=${event.eventId}&date=${firstDay}`)
    expect(day.data.sessions[event.sessionId]).toMatchObject({ available_count: 100 })
    for (const path of ['/api/events/search?day=today', '/api/events/search', '/api/events']) {
      const found = await get(path)
      const ids = (found.events ?? found).map(({ id }: { id: string }) => id)
      expect([path, ids.includes(event.eventId)]).toEqual([path, true])
    }
  })

  test('is not sold, given or listed any more once it is over', async () => {
    const event = await secondDay()
    await beganAgo(event, 73)
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
    expect(await getEvent(event)).toMatchObject({ status: 'over', sessionCount: 0 })
    expect((await get(`/api/pricing/calendar/${event.eventId}`)).data.dates).toEqual({})
  })

  test('keeps its day in the calendar for weeks, as long as it is sold', async () => {
    const event = await secondDay()
    const start = new Date(Date.now() - 12 * 86_400_000)
    await server.sql(
      `update sessions set starts_at = $1, ends_at = $1::timestamptz + interval '28 days',
         local_date = $2 where id = $3`,
      [start, localDateOf(start, ZONE), event.sessionId],
    )
    const { dates } = (await get(`/api/pricing/calendar/${event.eventId}`)).data
    expect(dates[localDateOf(start, ZONE)]).toMatchObject({ status: 'available' })
  })
})

describe('the buyer of a session that has begun', () => {
  const RULE = {
    isAllowed: true,
    untilMinutes: -48 * 60,
    limit: null,
    fee: null,
    refundsDecrease: true,
  }
  const policy = {
    reschedule: RULE,
    cancel: {
      isAllowed: true,
      untilMinutes: -48 * 60,
      shares: [
        { untilMinutes: 0, ratePpm: 1_000_000 },
        { untilMinutes: -48 * 60, ratePpm: 250_000 },
      ],
      withFees: false,
    },
  }

  test('cancels while the policy allows it, by the share of that time, and not once it is over', async () => {
    const sale = await aSale(server, { changePolicy: policy })
    await beganAgo(sale.event, 26)
    const { body } = await quoteOf(sale)
    expect(body).toMatchObject({ refundAmount: 15 })
    await beganAgo(sale.event, 49)
    expect((await cancel(sale, 15)).body.details).toMatchObject({ reason: 'too_late' })
    await beganAgo(sale.event, 73)
    expect((await cancel(sale, 15)).body.details).toMatchObject({ reason: 'past' })
    await beganAgo(sale.event, 26)
    expect((await cancel(sale, 15)).status).toBe(200)
  })

  test('reschedules while the policy allows it', async () => {
    const sale = await aSale(server, { changePolicy: policy })
    const [, other = ''] = sale.event.sessionIds
    await beganAgo(sale.event, 73)
    expect((await rescheduleTo(sale, other)).body.code).toBe('reschedule_not_possible')
    await beganAgo(sale.event, 26)
    expect((await rescheduleTo(sale, other)).status).toBe(200)
  })
})

describe('the end of sales', () => {
  test('may be so many minutes after the start, of the event or of one of its sessions', async () => {
    const event = await server.build.event()
    await beganAgo(event, 1)
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
    await salesEnd(event, -90)
    expect((await holdCartOf(server.browser(), event)).status).toBe(201)
    const { eventId, sessionId } = event
    const rules = { opensAt: null, closesAt: null, cutoffMinutes: -30 }
    await withTenant((tx) => setSessionSales(tx, { eventId, sessionId }, rules))
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
  })

  test('is refused beyond the longest session, and more than a year before the start', async () => {
    const manager = await member(server, 'manager')
    const event = await server.build.event()
    const path = `/events/${event.eventId}/sales`
    const { body } = await atDesk(manager, 'GET', path)
    for (const [cutoffMinutes, status] of [
      [UNTIL_END_CUTOFF_MINUTES - 1, 400],
      [525_601, 400],
      [UNTIL_END_CUTOFF_MINUTES, 200],
    ] as const) {
      const changed = await atDesk(manager, 'PUT', path, {
        ...body.rules,
        cutoffMinutes,
        version: body.version,
      })
      expect([cutoffMinutes, changed.status]).toEqual([cutoffMinutes, status])
    }
  })

  test('of one session at a time that its cut-off does not allow is refused in words', async () => {
    const { eventId, sessionId } = await secondDay()
    const rules = { opensAt: null, closesAt: new Date(Date.now() + 3_600_000) }
    const set = (cutoffMinutes: number | null) =>
      withTenant((tx) => setSessionSales(tx, { eventId, sessionId }, { ...rules, cutoffMinutes }))
    expect(await set(0)).toMatchObject({
      ok: false,
      refusal: { code: 'validation_failed', details: { fields: [{ field: 'closesAt' }] } },
    })
    // By its own cut-off, and by that of the event.
    expect(await set(UNTIL_END_CUTOFF_MINUTES)).toMatchObject({ ok: true })
    expect(await set(null)).toMatchObject({ ok: true })
  })

  test('of a session that has begun is said to the team, which can still change it', async () => {
    const manager = await member(server, 'manager')
    const event = await secondDay()
    const path = `/events/${event.eventId}/sales`
    const { body } = await atDesk(manager, 'GET', path)
    expect(body.state).toBe('on_sale')
    expect(body.summary.next).toMatchObject([{ text: 'Sales of the next session end' }])
    const listed = await atDesk(manager, 'GET', `${path}/sessions`)
    expect(listed.body.sessions).toMatchObject([{ id: event.sessionId }])
  })

  test('that passes takes the event out of the list', async () => {
    const event = await secondDay()
    await getEvent(event)
    await server.sql(
      `update event_listings set next_start = now() - interval '1 second' where event_id = $1`,
      [event.eventId],
    )
    // The listing was written while sales went on.
    await server.sql(
      `alter table sessions disable trigger user;
       update sessions set cutoff_minutes = 0 where id = '${event.sessionId}';
       alter table sessions enable trigger user`,
    )
    await refreshListings(server.foyer.context, defaultTenantOf(server))
    expect(await getEvent(event)).toMatchObject({ status: 'begun', sessionCount: 0 })
    const [listing] = await server.sql(
      'select next_start from event_listings where event_id = $1',
      [event.eventId],
    )
    expect(listing).toEqual({ next_start: null })
  })
})

describe('what is said of an event', () => {
  test('that has begun, with sales until its start, is not that it is sold out', async () => {
    const event = await server.build.event()
    await beganAgo(event, 1)
    expect(await getEvent(event)).toMatchObject({ status: 'begun' })
  })

  test('that was called off is that, with its date; it leaves the lists, and its page stays', async () => {
    const event = await server.build.event()
    const { date } = await getEvent(event)
    await disrupt(server, event)
    expect(await getEvent(event)).toMatchObject({ status: 'called_off', date })
    for (const path of ['/api/events/search', '/api/events']) {
      const found = await get(path)
      const ids = (found.events ?? found).map(({ id }: { id: string }) => id)
      expect([path, ids.includes(event.eventId)]).toEqual([path, false])
    }
  })

  test('is in the office as buyers read it', async () => {
    const manager = await member(server, 'manager')
    const off = await server.build.event()
    await disrupt(server, off)
    const begun = await server.build.event()
    await beganAgo(begun, 1)
    const bare = await server.build.event({ sessions: 0 })
    await getEvent(off)
    await refreshListings(server.foyer.context, defaultTenantOf(server))
    const { body } = await atDesk(manager, 'GET', '/events')
    const statusOf = ({ eventId }: BuiltEvent) =>
      body.events.find(({ id }: { id: string }) => id === eventId).lastStatus
    expect([off, begun, bare].map(statusOf)).toEqual(['called_off', 'begun', null])
  })

  test('that was moved is the time that was announced before', async () => {
    const event = await server.build.event()
    const { date, movedFrom } = await getEvent(event)
    expect(movedFrom).toBeUndefined()
    const toStartsAt = new Date(Date.parse(date) + 86_400_000)
    await disrupt(server, event, { toStartsAt })
    expect(await getEvent(event)).toMatchObject({
      status: 'available',
      date: toStartsAt.toISOString(),
      movedFrom: date,
    })
  })

  test('whose sales have ended, or will start, is not that a type or a time is sold out', async () => {
    const event = await server.build.event()
    const opensAt = new Date(Date.now() + 3_600_000)
    const day = async () => {
      const { data } = await get(`/api/price/daily?eventId=${event.eventId}&date=${event.date}`)
      const [type] = data.ticketTypes
      return [data.sessions[event.sessionId].status, type.availability, type.status, type.opens_at]
    }
    expect(await day()).toEqual([undefined, 'available', undefined, undefined])
    await withTenant((tx) => setEventSales(tx, 1, event.eventId, { ...OPEN, opensAt }))
    expect(await day()).toEqual(['not_yet', 'unavailable', 'not_yet', opensAt.toISOString()])
    await salesEnd(event, 0, new Date(Date.now() - 1000))
    expect(await day()).toEqual(['closed', 'unavailable', 'closed', undefined])
    expect(await getEvent(event)).toMatchObject({ status: 'closed' })
  })
})
