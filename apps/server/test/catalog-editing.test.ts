import { randomUUID } from 'node:crypto'
import type { TenantTx } from '@foyer/db'
import {
  changeAddOn,
  changeEvent,
  changeSession,
  changeTicketType,
  changeVenue,
  createEvent,
  createSessions,
  createTicketType,
  createVenue,
  offerInSessions,
  setCapacity,
  setSessionPrices,
} from '@foyer/server/catalog-editing'
import { createCouponGroup } from '@foyer/server/coupon-editing'
import { findStockDrift, mutateSql, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { expireHolds, holdCartOf, times } from './support/calls.ts'

const server = serverForTests({ jobs: false, isOneAddressMany: true })

afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const edit = <T>(work: (tx: TenantTx) => Promise<T>, tenantId = 1): Promise<T> =>
  server.foyer.context.db.withTenant(tenantId, work)

const codeOf = (result: { ok: boolean; refusal?: { code: string } }) =>
  result.ok ? 'ok' : result.refusal?.code

describe('a venue', () => {
  test('is refused with a time zone that does not exist', async () => {
    const created = await edit((tx) =>
      createVenue(tx, 1, { name: 'Hall', timeZone: 'Europe/Nowhere' }),
    )
    expect(codeOf(created)).toBe('validation_failed')
  })

  test('keeps its time zone once it has sessions, and accepts all other changes', async () => {
    const { eventId } = await server.build.event()
    const [event] = await server.sql('select venue_id from events where id = $1', [eventId])
    const venueId = event?.venue_id
    const zone = await edit((tx) => changeVenue(tx, venueId, { timeZone: 'Asia/Tokyo' }))
    expect(codeOf(zone)).toBe('venue_in_use')
    expect(codeOf(await edit((tx) => changeVenue(tx, venueId, { name: 'New Hall' })))).toBe('ok')
    expect(await server.sql('select name, timezone from venues where id = $1', [venueId])).toEqual([
      { name: 'New Hall', timezone: 'America/New_York' },
    ])
  })
})

describe('an event', () => {
  test('is refused at a venue of another tenant', async () => {
    const other = await server.build.tenant()
    const { eventId } = await server.build.event({ tenantId: other.tenantId })
    const [event] = await server.sql('select venue_id from events where id = $1', [eventId])
    const created = await edit((tx) => createEvent(tx, 1, { venueId: event?.venue_id, name: 'X' }))
    expect(codeOf(created)).toBe('venue_not_found')
  })

  test('can change its currency until tickets are held', async () => {
    const built = await server.build.event()
    const change = (currency: string) => edit((tx) => changeEvent(tx, built.eventId, { currency }))
    expect(codeOf(await change('eur'))).toBe('ok')
    await holdCartOf(server.browser(), built, { quantities: [1] })
    expect(codeOf(await change('jpy'))).toBe('currency_in_use')
  })

  test.each([
    ['more than 8 lines', Array.from({ length: 9 }, () => 'Come early.')],
    ['an empty line', ['Come early.', ' ']],
    ['a line of more than 200 characters', ['x'.repeat(201)]],
    ['a line with a control character', ['Come\nearly.']],
  ])('is refused with %s of important information, and keeps its lines', async (_, lines) => {
    const { eventId } = await server.build.event()
    const change = (importantInformation: string[]) =>
      edit((tx) => changeEvent(tx, eventId, { importantInformation }))
    expect(codeOf(await change(['Bring a towel.']))).toBe('ok')
    expect(codeOf(await change(lines))).toBe('validation_failed')
    expect(
      await server.sql('select important_information from events where id = $1', [eventId]),
    ).toEqual([{ important_information: ['Bring a towel.'] }])
  })

  test('is no longer sold once it is unpublished', async () => {
    const built = await server.build.event()
    await edit((tx) => changeEvent(tx, built.eventId, { isPublished: false }))
    const { status } = await holdCartOf(server.browser(), built, { quantities: [1] })
    expect(status).toBe(409)
  })
})

describe('sessions', () => {
  const night = (hour: number) => new Date(Date.UTC(2031, 5, 1, hour))

  test('are created all or none: with a type of another event, none is created', async () => {
    const [own, other] = [await server.build.event(), await server.build.event()]
    const types = [{ ticketTypeId: own.typeId }, { ticketTypeId: other.typeId }]
    const session = { startsAt: night(20), endsAt: night(22), capacity: 5, types }
    const created = await edit((tx) => createSessions(tx, 1, own.eventId, [session]))
    expect(codeOf(created)).toBe('ticket_type_not_found')
    const rows = await server.sql('select 1 from sessions where event_id = $1', [own.eventId])
    expect(rows).toHaveLength(1)
  })

  test('are on the day of their start at the venue', async () => {
    const { eventId, typeId } = await server.build.event()
    const types = [{ ticketTypeId: typeId }]
    // 03:00 UTC is the previous evening in New York.
    const session = { startsAt: night(3), endsAt: night(5), capacity: null, types }
    const created = await edit((tx) => createSessions(tx, 1, eventId, [session]))
    const [id] = created.ok ? created.value : []
    const rows = await server.sql('select local_date::text from sessions where id = $1', [id])
    expect(rows).toEqual([{ local_date: '2031-05-31' }])
  })

  test('are left unchanged when they are created again', async () => {
    const { eventId, sessionId, typeId } = await server.build.event()
    const types = [{ ticketTypeId: typeId, capacity: 1 }]
    const session = { id: sessionId, startsAt: night(3), endsAt: night(5), capacity: 1, types }
    const created = await edit((tx) => createSessions(tx, 1, eventId, [session]))
    expect(created).toEqual({ ok: true, value: [] })
    const rows = await server.sql('select capacity from stock where pool_id = $1', [sessionId])
    expect(rows).toEqual([{ capacity: 100 }])
  })

  test('are not sold while they are closed, and are sold again once opened', async () => {
    const built = await server.build.event()
    const hold = async () => (await holdCartOf(server.browser(), built, { quantities: [1] })).status
    await edit((tx) => changeSession(tx, built.sessionId, { state: 'cancelled' }))
    expect(await hold()).toBe(409)
    await edit((tx) => changeSession(tx, built.sessionId, { state: 'active' }))
    expect(await hold()).toBe(201)
  })
})

describe('a ticket type', () => {
  test('is sold in the sessions that offer it if it is created later', async () => {
    const { eventId, sessionId, typeId, ...built } = await server.build.event()
    const [group] = await server.sql('select group_id from ticket_types where id = $1', [typeId])
    const created = await edit((tx) =>
      createTicketType(tx, 1, {
        eventId,
        groupId: group?.group_id,
        name: 'Patron',
        price: 'per session',
      }),
    )
    const patron = created.ok ? created.value : ''
    const hold = async () => {
      const sold = { ...built, eventId, sessionId, typeId: patron, typeIds: [patron] }
      return (await holdCartOf(server.browser(), sold, { quantities: [1] })).body.code ?? 'held'
    }
    expect(await hold()).toBe('ticket_type_not_found')
    const offer = { sessionId, ticketTypeId: patron, priceMinor: null }
    await edit((tx) => offerInSessions(tx, 1, eventId, [offer]))
    expect(await hold()).toBe('price_not_ready')
    await edit((tx) => setSessionPrices(tx, 1, [{ ...offer, priceMinor: 9000 }]))
    expect(await hold()).toBe('held')
  })

  test('keeps the price of held tickets when its price changes', async () => {
    const built = await server.build.event()
    const buyer = server.browser()
    await holdCartOf(buyer, built, { quantities: [1] })
    await edit((tx) => changeTicketType(tx, built.typeId, { price: { minor: 9900 } }))
    const holds = await server.sql('select unit_price_minor from holds where session_id = $1', [
      built.sessionId,
    ])
    expect(holds).toEqual([{ unit_price_minor: 3000 }])
  })

  test('is refused a session price if it has a fixed price or belongs to another event', async () => {
    const [own, other] = [
      await server.build.event(),
      await server.build.event({ types: [{ dynamicMinor: 4000 }] }),
    ]
    for (const ticketTypeId of [own.typeId, other.typeId]) {
      const price = { sessionId: own.sessionId, ticketTypeId, priceMinor: 1 }
      const set = await edit((tx) => setSessionPrices(tx, 1, [price]))
      expect(codeOf(set)).toBe('ticket_type_not_found')
    }
  })
})

test('changes of an add-on are stored, and an unknown add-on is refused', async () => {
  const { addOnIds } = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  const rename = (id: string) => edit((tx) => changeAddOn(tx, id, { name: 'Parking' }))
  expect(codeOf(await rename(addOnIds[0] ?? ''))).toBe('ok')
  expect(codeOf(await rename(randomUUID()))).toBe('add_on_not_found')
})

test('a coupon code can exist only once, in upper or lower case', async () => {
  const { code } = await server.build.coupon()
  const rule = { name: 'Rule', discounts: [], eventIds: null }
  const codes = [{ code: code.toLowerCase(), usageLimit: 1 }]
  const created = await edit((tx) => createCouponGroup(tx, 1, { name: 'Again', rule, codes }))
  expect(codeOf(created)).toBe('coupon_code_taken')
})

describe('a capacity', () => {
  const set = (sessionId: string, capacity: number | null, poolId = sessionId) =>
    setCapacity(server.foyer.context.lanes, 1, { sessionId, poolId }, capacity)
  const capacityOf = async (poolId: string) =>
    (await server.sql('select capacity from stock where pool_id = $1', [poolId]))[0]?.capacity

  test('is never below what is held and sold; expired holds do not count', async () => {
    const built = await server.build.event({ capacity: 10 })
    await holdCartOf(server.browser(), built, { quantities: [4] })
    const refused = await set(built.sessionId, 3)
    expect(refused).toMatchObject({
      refusal: { code: 'capacity_below_taken', details: { taken: 4 } },
    })
    expect(await capacityOf(built.sessionId)).toBe(10)
    expect(codeOf(await set(built.sessionId, 4))).toBe('ok')
    await expireHolds(server, built.sessionId)
    expect(codeOf(await set(built.sessionId, 0))).toBe('ok')
    expect((await holdCartOf(server.browser(), built, { quantities: [1] })).status).toBe(409)
  })

  test('can be sold at once when it is raised, also in the same batch', async () => {
    const built = await server.build.event({ capacity: 0 })
    const raised = set(built.sessionId, 6)
    const holds = times(6, () => holdCartOf(server.browser(), built, { quantities: [1] }))
    expect(codeOf(await raised)).toBe('ok')
    await Promise.all(holds)
    expect((await holdCartOf(server.browser(), built, { quantities: [6] })).status).not.toBe(500)
    expect(codeOf(await set(built.sessionId, null))).toBe('ok')
    expect((await holdCartOf(server.browser(), built, { quantities: [6] })).status).toBe(201)
  })

  test('must be a number for an add-on with a stock', async () => {
    const { addOnIds } = await server.build.event({ addOns: [{ priceMinor: 500, capacity: 2 }] })
    const [id = ''] = addOnIds
    expect(codeOf(await set(id, null))).toBe('validation_failed')
    expect(codeOf(await set(id, 5))).toBe('ok')
  })

  test('is not found for a session of another tenant', async () => {
    const { tenantId } = await server.build.tenant()
    const { sessionId } = await server.build.event({ tenantId })
    expect(codeOf(await set(sessionId, 1))).toBe('session_not_found')
  })

  /**
   * Buyers hold tickets while the capacity is repeatedly lowered to what is taken at that moment.
   */
  async function lowerWhileBuyersHold(): Promise<number[]> {
    const built = await server.build.event({ capacity: 60 })
    const held = times(30, () => holdCartOf(server.browser(), built, { quantities: [1] }))
    const lowered = times(60, (index) => set(built.sessionId, 60 - index))
    const outcomes = await Promise.all(lowered.map((one) => one.then(codeOf, () => 'failed')))
    expect(new Set(outcomes)).not.toContain('failed')
    const answers = await Promise.all(held)
    return answers.map(({ status }) => status)
  }

  test('stays at or above what buyers hold while it is lowered', async () => {
    const statuses = await lowerWhileBuyersHold()
    expect(new Set(statuses)).not.toContain(500)
  })

  test('makes the database refuse the whole batch if counters are read without the lock (control)', async () => {
    const built = await server.build.event({ capacity: 10 })
    await holdCartOf(server.browser(), built, { quantities: [4] })
    const mutation = mutateSql((text) =>
      text.replace('held, sold from stock', '0 as held, 0 as sold from stock'),
    )
    try {
      expect(codeOf(await set(built.sessionId, 3))).toBe('busy')
    } finally {
      mutation.restore()
    }
    expect(mutation.count()).toBeGreaterThan(0)
    expect(await capacityOf(built.sessionId)).toBe(10)
  })
})
