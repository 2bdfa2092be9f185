import { type Offer, SESSION_STATES, type SessionState, whyNotOnSale } from '@foyer/domain'
import { serverForTests } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { findAlternatives } from '../src/engine/offers/alternatives.ts'
import { getCart, holdCartOf } from './support/calls.ts'

const server = serverForTests({ jobs: false })

const quote = (body: object) => server.browser().send('POST', '/api/quote', body)

const STATES = Object.keys(SESSION_STATES).filter((state): state is SessionState =>
  Object.hasOwn(SESSION_STATES, state),
)

describe('SQL and TypeScript agree', () => {
  test('what a state allows is the same in both', async () => {
    for (const state of STATES) {
      const [row] = await server.sql(
        'select state_is_listed($1) as "isListed", state_is_sold($1) as "isSold"',
        [state],
      )
      expect(SESSION_STATES[state]).toMatchObject(row ?? {})
    }
  })

  test('the database knows the states of the table, and no others', async () => {
    const [check] = await server.sql<{ rule: string }>(
      `select pg_get_constraintdef(oid) as rule from pg_constraint
       where conname = 'sessions_status_check'`,
    )
    const named = [...(check?.rule ?? '').matchAll(/'(\w+)'/g)].map(([, state]) => state)
    expect(named.toSorted()).toEqual(STATES.toSorted())
  })

  const BOOLEANS = [true, false]
  const combinations = STATES.flatMap((state) =>
    BOOLEANS.flatMap((isEventPublished) =>
      BOOLEANS.flatMap((isOver) =>
        BOOLEANS.flatMap((isStocked) =>
          BOOLEANS.flatMap((isArchived) =>
            [null, 0, 4500].map((priceMinor) => ({
              state,
              isEventPublished,
              isOver,
              isStocked,
              isArchived,
              priceMinor,
            })),
          ),
        ),
      ),
    ),
  )

  test('whether a type is on sale in a session is the same in both, for all combinations of what decides it', async () => {
    const event = await server.build.event({ types: [{ dynamicMinor: 4500 }, { priceMinor: 0 }] })
    const { eventId, sessionId, typeId } = event
    const at = (when: string) => `now() + interval '${when}'`
    expect(combinations).toHaveLength(STATES.length * 2 * 2 * 2 * 2 * 3)
    for (const {
      state,
      isEventPublished,
      isOver,
      isStocked,
      isArchived,
      priceMinor,
    } of combinations) {
      const start = at(isOver ? '-1 hour' : '1 hour')
      await server.sql('update events set is_published = $1 where id = $2', [
        isEventPublished,
        eventId,
      ])
      await server.sql(
        `update sessions set status = $1, starts_at = ${start}, ends_at = ${start} + interval '1 hour'
         where id = $2`,
        [state, sessionId],
      )
      await server.sql('update ticket_types set is_archived = $1 where id = $2', [
        isArchived,
        typeId,
      ])
      await server.sql('delete from session_prices where ticket_type_id = $1', [typeId])
      if (priceMinor !== null) {
        await server.sql('insert into session_prices values (1, $1, $2, $3)', [
          sessionId,
          typeId,
          priceMinor,
        ])
      }
      await server.sql('delete from stock where pool_id = $1', [typeId])
      if (isStocked) {
        await server.sql('insert into stock (tenant_id, session_id, pool_id) values (1, $1, $2)', [
          sessionId,
          typeId,
        ])
      }
      const [row] = await server.sql<
        Record<string, unknown> & { now: Date; starts_at: Date; sales_end_at: Date }
      >(
        'select *, now() as now from session_offers where session_id = $1 and ticket_type_id = $2',
        [sessionId, typeId],
      )
      if (!row) throw new Error('The view has a row for each session and type')
      const offer: Offer = {
        session: {
          state,
          isEventPublished,
          isPaused: false,
          startsAt: row.starts_at,
          salesStartAt: null,
          salesEndAt: row.sales_end_at,
        },
        isStocked,
        isArchived,
        isHidden: false,
        typeOpensAt: null,
        typeClosesAt: null,
        priceMinor,
      }
      expect(row).toMatchObject({
        state,
        is_event_published: isEventPublished,
        is_stocked: isStocked,
        is_archived: isArchived,
        price_minor: priceMinor,
        is_on_sale: whyNotOnSale(offer, row.now) === null,
        is_listed: SESSION_STATES[state].isListed && !isOver,
      })
    }
  }, 60_000)
})

describe('what is shown can be held', () => {
  test('more time is not offered once the event is unpublished, because none would be given', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    const held = await holdCartOf(browser, event)
    expect(held.body.moreTimeMinutes).toBe(5)
    await server.sql('update events set is_published = false where id = $1', [event.eventId])
    expect((await getCart(browser)).body.moreTimeMinutes).toBeNull()
    const pressed = await browser.send('POST', '/api/checkout/carts/12345/more-time')
    expect(pressed.body.code).toBe('more_time_used')
  })

  test('an unpublished event has no alternatives', async () => {
    const event = await server.build.event({ sessions: 3 })
    await server.sql('update events set is_published = false where id = $1', [event.eventId])
    const tickets = [{ ticketTypeId: event.typeId, quantity: 1 }]
    const found = await server.foyer.context.db.withTenant(event.tenantId, (tx) =>
      findAlternatives(tx, { sessionId: event.sessionId, tickets }),
    )
    expect(found).toEqual([])
  })

  test.each([
    ['was cancelled', `update sessions set status = 'cancelled' where id = $1`],
    ['has begun', `update sessions set starts_at = now() - interval '1 minute' where id = $1`],
  ])(
    'no price is quoted for a session that %s, of a fixed or a dynamic type',
    async (_, change) => {
      const event = await server.build.event({ types: [{}, { dynamicMinor: 4500 }] })
      const { eventId, sessionId } = event
      await server.sql(change, [sessionId])
      for (const ticketTypeId of event.typeIds) {
        const priced = await quote({ eventId, sessionId, tickets: [{ ticketTypeId, quantity: 1 }] })
        expect([priced.status, priced.body.code]).toEqual([409, 'sales_closed'])
      }
      expect((await holdCartOf(server.browser(), event)).body.code).toBe('sales_closed')
    },
  )

  test('the lowest price is one at which the type is sold: quote, type, list and calendar agree', async () => {
    const event = await server.build.event({ sessions: 2, types: [{ dynamicMinor: 4500 }] })
    const [here = '', there = ''] = event.sessionIds
    await server.sql('update session_prices set price_minor = 100 where session_id = $1', [there])
    await server.sql('delete from stock where session_id = $1 and pool_id <> $1', [there])
    const { eventId, typeId: ticketTypeId } = event
    const get = async (path: string) => (await server.browser().send('GET', path)).body
    const priced = await quote({ eventId, tickets: [{ ticketTypeId, quantity: 1 }] })
    const calendar = await get(`/api/pricing/calendar/${eventId}`)
    const types = await get(`/api/ticket-types?eventId=${eventId}`)
    const shown = await get(`/api/events/${eventId}`)
    expect([
      priced.body.quote.totalMinor,
      types[0].allInMinor,
      shown.fromAllInMinor,
      calendar.data.dates[event.date].allInMinor,
    ]).toEqual([4500, 4500, 4500, 4500])
    expect(here).not.toBe('')
  })
})

describe('a dynamic type', () => {
  test('without a price has null as price with fees, and cannot be quoted or held', async () => {
    const event = await server.build.event({ types: [{ dynamicMinor: null }] })
    const { eventId, sessionId, date, typeId: ticketTypeId } = event
    const path = `/api/price/daily?eventId=${eventId}&date=${date}`
    const { data } = (await server.browser().send('GET', path)).body
    expect(data.ticketTypes).toMatchObject([{ lowest_price: 0, lowest_all_in_minor: null }])
    expect(data.sessions[sessionId].ticket_prices).toMatchObject([{ price: 0, all_in_minor: null }])
    const tickets = [{ ticketTypeId, quantity: 1 }]
    for (const when of [{}, { date }, { sessionId }]) {
      expect((await quote({ eventId, tickets, ...when })).body.code).toBe('price_not_ready')
    }
    expect((await holdCartOf(server.browser(), event)).body.code).toBe('price_not_ready')
  })

  test('with a price of 0 is free: it is shown, quoted and held as such', async () => {
    const event = await server.build.event({
      types: [{ dynamicMinor: 0 }],
      fee: { flatMinor: 250 },
    })
    const { eventId, sessionId, date, typeId: ticketTypeId } = event
    const path = `/api/price/daily?eventId=${eventId}&date=${date}`
    const { data } = (await server.browser().send('GET', path)).body
    expect(data.ticketTypes).toMatchObject([{ lowest_price: 0, lowest_all_in_minor: 0 }])
    const tickets = [{ ticketTypeId, quantity: 1 }]
    const priced = await quote({ eventId, sessionId, tickets })
    expect(priced.body.quote.totalMinor).toBe(0)
    const held = await holdCartOf(server.browser(), event, { quantities: [1] })
    expect(held.body.quote).toEqual(priced.body.quote)
  })
})

describe('a maximum', () => {
  test('of a type and of an add-on is refused alike by quote, cart item and hold', async () => {
    const event = await server.build.event({
      types: [{ name: 'Adult', max: 4 }],
      addOns: [{ name: 'Photo', priceMinor: 100, max: 2 }],
    })
    const { eventId, sessionId, typeId: ticketTypeId } = event
    const browser = server.browser()
    const tickets = [{ ticketTypeId, quantity: 5 }]
    const tooMany = {
      error: 'At most 4 Adult tickets can be bought at once.',
      code: 'quantity_above_maximum',
      details: { ticketTypeId, maximum: 4 },
    }
    const answers = [
      await quote({ eventId, tickets }),
      await quote({ eventId, sessionId, tickets }),
      await holdCartOf(browser, event, { quantities: [5] }),
      await browser.send('POST', '/api/checkout/holds', {
        cartId: '12345',
        sessionId,
        ticketTypeId,
        quantity: 5,
      }),
      await browser.send('POST', '/api/cart/items', { eventId, ticketTypeId, quantity: 5 }),
    ]
    for (const { body } of answers) expect(body).toMatchObject(tooMany)

    const addOnId = event.addOnIds[0] ?? ''
    const addOns = [{ addOnId, quantity: 3 }]
    const one = [{ ticketTypeId, quantity: 1 }]
    for (const { body } of [
      await quote({ eventId, tickets: one, addOns }),
      await holdCartOf(browser, event, { quantities: [1], addOns }),
    ]) {
      expect(body).toMatchObject({
        error: 'At most 2 of Photo can be bought at once.',
        code: 'quantity_above_maximum',
        details: { addOnId, maximum: 2 },
      })
    }
  })
})
