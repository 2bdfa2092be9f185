import { randomUUID } from 'node:crypto'
import type { TenantTx } from '@foyer/db'
import { DEFAULT_POLICY } from '@foyer/domain'
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
  setEventPolicy,
  setSessionPrices,
  setTenantPolicy,
} from '@foyer/server/catalog-editing'
import { createCouponGroup } from '@foyer/server/coupon-editing'
import { findStockDrift, mutateSql, serverForTests } from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { expireHolds, holdCartOf, times } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({
  jobs: false,
  isOneAddressMany: true,
  bounds: NOTHING_CACHED,
})

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

  test('is stored with the quotation marks of print, also when it is changed', async () => {
    const { eventId } = await server.build.event()
    const change = { name: "The Keeper's Book", story: 'She reads "Letters".' }
    expect(codeOf(await edit((tx) => changeEvent(tx, eventId, change)))).toBe('ok')
    const [row] = await server.sql(
      `select e.name, f.story from events e join event_facts f using (tenant_id)
       where e.id = $1 and f.event_id = e.id`,
      [eventId],
    )
    expect(row).toEqual({ name: 'The Keeper’s Book', story: 'She reads “Letters”.' })
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

  test('makes the database refuse the whole batch if counters are read without the lock (control)', {
    tags: ['night'],
  }, async () => {
    const built = await server.build.event({ capacity: 10 })
    await holdCartOf(server.browser(), built, { quantities: [4] })
    const mutation = mutateSql((text) =>
      text.replace('held, sold, places', '0 as held, 0 as sold, places'),
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

describe('a change policy', () => {
  const { reschedule, cancel } = DEFAULT_POLICY
  const shown = async (eventId: string) => {
    const { body } = await server.browser().send('GET', `/api/events/${eventId}`)
    return body.changePolicy
  }
  const ofEvent = (eventId: string, policy: unknown) =>
    edit((tx) => setEventPolicy(tx, 1, { eventId, policy }))
  const ofTenant = (policy: unknown) => edit((tx) => setTenantPolicy(tx, policy))

  test('of an event precedes that of its tenant, kind by kind, and both can be taken back', async () => {
    const { eventId } = await server.build.event()
    const closed = { ...reschedule, isAllowed: false }
    const late = { ...reschedule, untilMinutes: 90 }
    expect(await shown(eventId)).toBeNull()
    expect(
      codeOf(await ofTenant({ reschedule: closed, cancel: { ...cancel, isAllowed: true } })),
    ).toBe('ok')
    expect(await shown(eventId)).toMatchObject({
      reschedule: closed,
      upgrade: DEFAULT_POLICY.upgrade,
      cancel: { isAllowed: true },
    })
    expect(codeOf(await ofEvent(eventId, { reschedule: late }))).toBe('ok')
    expect(await shown(eventId)).toMatchObject({ reschedule: late, cancel: { isAllowed: true } })
    expect(codeOf(await ofEvent(eventId, null))).toBe('ok')
    expect(await shown(eventId)).toMatchObject({ reschedule: closed })
    expect(codeOf(await ofTenant(null))).toBe('ok')
    expect(await shown(eventId)).toBeNull()
  })

  test('is set for the own tenant only', async () => {
    const other = await server.build.tenant()
    const { eventId } = await server.build.event({ tenantId: other.tenantId })
    expect(codeOf(await ofEvent(eventId, { reschedule }))).toBe('event_not_found')
    await edit((tx) => setTenantPolicy(tx, { reschedule }), other.tenantId)
    expect(
      await server.sql(
        'select tenant_id from tenants where change_policy is not null order by tenant_id',
      ),
    ).toEqual([{ tenant_id: other.tenantId }])
  })

  test.each([
    ['no object', 'free', 'policy'],
    ['an unknown kind', { refund: cancel }, 'policy'],
    ['an unknown field', { reschedule: { ...reschedule, deadline: 5 } }, 'policy.reschedule'],
    ['a missing field', { reschedule: { isAllowed: true } }, 'policy.reschedule.untilMinutes'],
    [
      'minutes after the end of the longest session',
      { reschedule: { ...reschedule, untilMinutes: -40_321 } },
      'policy.reschedule.untilMinutes',
    ],
    [
      'more than a year',
      { upgrade: { ...reschedule, untilMinutes: 600_000 } },
      'policy.upgrade.untilMinutes',
    ],
    [
      'a part of a minute',
      { reschedule: { ...reschedule, untilMinutes: 0.5 } },
      'policy.reschedule.untilMinutes',
    ],
    ['a limit of 0', { reschedule: { ...reschedule, limit: 0 } }, 'policy.reschedule.limit'],
    [
      'a fee of nothing',
      { reschedule: { ...reschedule, fee: { feeType: 'flat', amountMinor: 0 } } },
      'policy.reschedule.fee.amountMinor',
    ],
    [
      'a fee above the whole price',
      { reschedule: { ...reschedule, fee: { feeType: 'percentage', ratePpm: 1_000_001 } } },
      'policy.reschedule.fee.ratePpm',
    ],
    ['no share', { cancel: { ...cancel, shares: [] } }, 'policy.cancel.shares'],
    [
      'a share above all of it',
      { cancel: { ...cancel, shares: [{ untilMinutes: 0, ratePpm: 1_000_001 }] } },
      'policy.cancel.shares.0.ratePpm',
    ],
    [
      'two shares for one time',
      {
        cancel: {
          ...cancel,
          shares: [
            { untilMinutes: 60, ratePpm: 2 },
            { untilMinutes: 60, ratePpm: 1 },
          ],
        },
      },
      'policy.cancel.shares',
    ],
    [
      'a share that rises as the session comes nearer',
      {
        cancel: {
          ...cancel,
          shares: [
            { untilMinutes: 60, ratePpm: 1 },
            { untilMinutes: 0, ratePpm: 2 },
          ],
        },
      },
      'policy.cancel.shares',
    ],
  ])('is refused with %s, and the old one stays', async (_, policy, field) => {
    const { eventId } = await server.build.event()
    const kept = { reschedule: { ...reschedule, untilMinutes: 30 } }
    expect(codeOf(await ofEvent(eventId, kept))).toBe('ok')
    for (const result of [await ofEvent(eventId, policy), await ofTenant(policy)]) {
      expect(codeOf(result)).toBe('validation_failed')
      expect(result.ok ? null : result.refusal.details?.fields).toEqual(
        expect.arrayContaining([expect.objectContaining({ field })]),
      )
    }
    expect(await shown(eventId)).toMatchObject(kept)
    expect(await server.sql('select change_policy from tenants where tenant_id = 1')).toEqual([
      { change_policy: null },
    ])
  })
})
