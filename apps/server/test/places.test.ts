import { grantedValue } from '@foyer/contract'
import { ticketsThatFit } from '@foyer/domain'
import { changeTicketType, setWaiverText } from '@foyer/server/catalog-editing'
import {
  type BuiltEvent,
  buy,
  findStockDrift,
  holdCart,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterAll, describe, expect, test } from 'vitest'
import { stockOf } from './support/calls.ts'
import { NOTHING_CACHED } from './support/nothing-cached.ts'

const server = serverForTests({ jobs: false, bounds: NOTHING_CACHED })

afterAll(async () => expect(await findStockDrift(server)).toEqual([]))

const FAMILY = { name: 'Family', places: 4, priceMinor: 6000 }
const ADULT = { name: 'Adult', priceMinor: 2000 }
const build = (capacity: number | null, types: object[] = [FAMILY, ADULT], more = {}) =>
  server.build.event({ capacity, types, ...more })

const hold = (event: BuiltEvent, quantities: readonly number[], browser = server.browser()) =>
  browser.send('POST', '/api/checkout/carts/12345/hold', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: quantities.flatMap((quantity, index) =>
      quantity ? [{ ticketTypeId: event.typeIds[index], quantity }] : [],
    ),
  })

const dayOf = async ({ eventId, date, sessionId }: BuiltEvent) => {
  const { body } = await server
    .browser()
    .send('GET', `/api/price/daily?eventId=${eventId}&date=${date}`)
  const session = body.data.sessions[sessionId]
  return {
    places: session.available_count,
    left: session.ticket_prices.map((price: { available_count: number }) => price.available_count),
  }
}

/** The calendar's status of the day, and what its page shows as left. */
const shownOf = async (event: BuiltEvent) => {
  await server.foyer.context.rollups.eventChanged(1, event.eventId)
  const { body } = await server.browser().send('GET', `/api/pricing/calendar/${event.eventId}`)
  return [body.data.dates[event.date].status, await dayOf(event)]
}

const givePlaces = (typeId: string, places: number) =>
  server.foyer.context.db.withTenant(1, (tx) => changeTicketType(tx, typeId, { places }))

describe('a ticket of several places', () => {
  test('takes them of its session, and is refused in words where fewer are left', async () => {
    const event = await build(10)
    expect((await hold(event, [2])).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 8, sold: 0 })
    expect(await stockOf(server, event.sessionId, event.typeId)).toEqual({ held: 2, sold: 0 })
    const refused = await hold(event, [1])
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        code: 'sold_out',
        error: 'Only 2 places are left for this time, and one Family ticket takes 4.',
        details: { available: 0, ticketTypeId: event.typeId },
      },
    ])
    const both = await hold(event, [1, 1])
    expect(both.body).toMatchObject({
      error: 'Only 2 places are left for these tickets at this time.',
      details: { available: 2 },
    })
    expect((await hold(event, [0, 2])).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 10, sold: 0 })
  })

  test('is counted whole by what buyers read as left', async () => {
    const event = await build(11)
    expect(await dayOf(event)).toEqual({ places: 11, left: [2, 11] })
    await hold(event, [1, 1])
    await server.foyer.context.rollups.eventChanged(1, event.eventId)
    expect(await dayOf(event)).toEqual({ places: 6, left: [1, 6] })
  })

  test('leaves nothing of a session where no ticket on sale takes so few places', async () => {
    expect(await shownOf(await build(3, [FAMILY]))).toEqual(['sold_out', { places: 0, left: [0] }])
    // The types of one place are sold out, hidden or archived.
    const full = await build(4, [FAMILY, { ...ADULT, capacity: 1 }])
    await hold(full, [0, 1])
    expect(await shownOf(full)).toEqual(['sold_out', { places: 0, left: [0, 0] }])
    const hidden = await build(3)
    await server.sql('update ticket_types set is_archived = true where id = $1', [
      hidden.typeIds[1],
    ])
    expect(await shownOf(hidden)).toEqual(['sold_out', { places: 0, left: [0] }])
    expect(await shownOf(await build(3))).toEqual(['available', { places: 3, left: [0, 3] }])
  })

  test('is one ticket with one code, which says how many people it admits', async () => {
    const event = await build(10)
    const buyer = server.browser()
    const { body } = await buy(buyer, event, '12345', 2)
    const order = await buyer.send('GET', `/api/orders/${body.orderId}`)
    expect(order.body.tickets).toMatchObject([{ places: 4 }, { places: 4 }])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 8 })
    const types = await buyer.send('GET', `/api/ticket-types?eventId=${event.eventId}`)
    expect(types.body.map(({ places }: { places?: number }) => places)).toEqual([4, undefined])
  })

  test('has a waiver for each person', async () => {
    const event = await build(10)
    await server.foyer.context.db.withTenant(1, (tx) =>
      setWaiverText(tx, 1, { eventId: event.eventId, text: 'At my own risk.' }),
    )
    const buyer = server.browser()
    const { body } = await buy(buyer, event, '12345', 1)
    const path = `/api/orders/${body.orderId}/waivers`
    const waivers = (await buyer.send('GET', path)).body.waivers
    expect(waivers.map(({ id, place }: { id: string; place: number }) => [id, place])).toEqual([
      ['1', 1],
      ['1-2', 2],
      ['1-3', 3],
      ['1-4', 4],
    ])
    const signed = await sign(buyer, `${path}/1-3`)
    expect([signed.status, signed.body.waiver]).toMatchObject([200, { id: '1-3', completed: true }])
    const after = (await buyer.send('GET', path)).body.waivers
    expect(after.map(({ completed }: { completed: boolean }) => completed)).toEqual([
      ...[false, false, true, false],
    ])
    expect((await sign(buyer, `${path}/1-5`)).body.code).toBe('ticket_not_found')
  })
})

const sign = (browser: TestBrowser, path: string) =>
  browser.send('POST', path, {
    textVersion: 1,
    name: 'Ada',
    email: 'ada@example.com',
    signature: { kind: 'typed', value: 'Ada' },
    agreedToTerms: true,
    agreedToRisks: true,
  })

describe('the places of a type', () => {
  test('change with the counters of its sessions until a ticket is held, and never after', async () => {
    const event = await build(10)
    grantedValue(await givePlaces(event.typeId, 5))
    expect((await hold(event, [1])).status).toBe(201)
    expect(await stockOf(server, event.sessionId)).toMatchObject({ held: 5 })
    const refused = await givePlaces(event.typeId, 4)
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'places_in_use' } })
    // Only the other type was never held.
    grantedValue(await givePlaces(event.typeIds[1] ?? '', 2))
    const buyer = server.browser()
    await holdCart(buyer, event, '12345', 1)
    await buyer.send('DELETE', '/api/checkout/holds/cart/12345')
    expect((await givePlaces(event.typeId, 4)).ok).toBe(false)
  })

  test('are refused by the database as soon as something is counted with them', async () => {
    const event = await build(10)
    await hold(event, [1])
    await expect(
      server.sql('update stock set places = 1 where pool_id = $1', [event.typeId]),
    ).rejects.toThrow('stay as they are')
  })
})

describe('the database', () => {
  test('refuses a program that moves a type without its session, as a release without places would', async () => {
    const event = await build(10)
    const one = 'update stock set held = held + 1 where session_id = $1'
    await expect(server.sql(one, [event.sessionId])).rejects.toThrow('add up')
    await expect(
      server.sql(`${one} and pool_id = $2`, [event.sessionId, event.typeId]),
    ).rejects.toThrow('add up')
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test('counts whole tickets by the rule of the domain', async () => {
    const rooms = [null, 0, 1, 3, 4, 9]
    for (const typeRoom of rooms)
      for (const sessionRoom of rooms)
        for (const groupRoom of rooms) {
          const values = [typeRoom, sessionRoom, groupRoom]
          const [row] = await server.sql<{ fit: number | null }>(
            'select tickets_that_fit($1::integer, $2::integer, $3::integer, 4::smallint) as fit',
            values,
          )
          expect([values, row?.fit]).toEqual([
            values,
            ticketsThatFit({ typeRoom, sessionRoom, groupRoom, places: 4 }),
          ])
        }
  })
})
