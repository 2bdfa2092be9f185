import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  type EventPlan,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
  until,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { expireHolds, holdCartOf, releaseCart, stockOf, tally, times } from './support/calls.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Add-ons with a limited stock for the whole event. */
const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

/** Two sessions without limit, five parking tickets, and programmes without limit. */
const anEvent = (plan: EventPlan = {}) =>
  server.build.event({
    capacity: null,
    sessions: 2,
    addOns: [
      { name: 'Parking', priceMinor: 1500, capacity: 5 },
      { name: 'Programme', priceMinor: 500 },
    ],
    ...plan,
  })

const parkingOf = ({ addOnIds }: BuiltEvent) => addOnIds[0] ?? ''
const parking = (event: BuiltEvent, quantity: number) => [{ addOnId: parkingOf(event), quantity }]
const hold = (browser: TestBrowser, event: BuiltEvent, quantity: number, params = {}) =>
  holdCartOf(browser, event, { addOns: parking(event, quantity), ...params })
const countsOf = (event: BuiltEvent) => stockOf(server, parkingOf(event))

const shown = async (event: BuiltEvent): Promise<(number | null)[]> => {
  const { body } = await server.browser().send('GET', `/api/add-ons?eventId=${event.eventId}`)
  return body.map((addOn: { availableCount: number | null }) => addOn.availableCount)
}

/** A paid cart whose order was not requested yet. */
async function paid(event: BuiltEvent, quantity: number) {
  const browser = server.browser()
  await hold(browser, event, quantity)
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const body = orderBody(event, intent.paymentIntentId)
  return { browser, order: () => browser.send('POST', '/api/checkout/orders', body) }
}

describe('an add-on with a stock of its own', () => {
  test('shows how many are left, or no number if it has no limit', async () => {
    const event = await anEvent()
    expect(await shown(event)).toEqual([5, null])
  })

  test('is taken by a hold in any session, and shown so within a second', async () => {
    const event = await anEvent()
    const [here, there] = event.sessionIds
    await hold(server.browser(), event, 2, { sessionId: here })
    await shown(event)
    const held = await hold(server.browser(), event, 1, { sessionId: there })
    expect(held.body.quote.lines).toMatchObject([
      { kind: 'ticket' },
      { kind: 'addOn', quantity: 1 },
    ])
    expect(await countsOf(event)).toEqual({ held: 3, sold: 0 })
    await until(
      () => shown(event),
      ([left]) => left === 2,
      1500,
    )
  })

  test('is refused by name with what is left if there are too few, and then nothing is held', async () => {
    const event = await anEvent()
    await hold(server.browser(), event, 4)
    const browser = server.browser()
    const refused = await hold(browser, event, 2)
    expect(refused).toMatchObject({
      status: 409,
      body: {
        code: 'sold_out',
        error: 'Parking: only 1 left.',
        details: { available: 1, addOnId: parkingOf(event) },
      },
    })
    // Other sessions have no more of it, so none is offered.
    expect(refused.body.details.alternatives).toBeUndefined()
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
    expect((await hold(browser, event, 1)).status).toBe(201)
    expect((await hold(server.browser(), event, 1)).body.error).toBe('Parking is sold out.')
    expect(await countsOf(event)).toEqual({ held: 5, sold: 0 })
  })

  test('is refused after the tickets: if both are sold out, the buyer learns that the tickets are', async () => {
    const event = await anEvent({ capacity: 1 })
    const refused = await hold(server.browser(), event, 6)
    expect(refused.body.details).toMatchObject({ available: 1, alternatives: [] })
    expect(refused.body.details.addOnId).toBeUndefined()
  })

  test('is released with its cart, and when another quantity is chosen', async () => {
    const event = await anEvent()
    const browser = server.browser()
    await hold(browser, event, 5)
    expect((await hold(browser, event, 4)).status).toBe(201)
    expect(await countsOf(event)).toEqual({ held: 4, sold: 0 })
    // The cart's own add-ons count as free for it, also when it moves to another session.
    expect((await hold(browser, event, 5, { sessionId: event.sessionIds[1] })).status).toBe(201)
    expect((await holdCartOf(browser, event)).status).toBe(201)
    expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
    await hold(browser, event, 3)
    await releaseCart(browser)
    expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
  })

  test('stays held when a later request of the cart is refused', async () => {
    const event = await anEvent()
    const browser = server.browser()
    await hold(browser, event, 2)
    await hold(server.browser(), event, 3)
    expect((await hold(browser, event, 3)).body.code).toBe('sold_out')
    expect(await countsOf(event)).toEqual({ held: 5, sold: 0 })
    expect((await hold(browser, event, 2)).status).toBe(201)
  })

  test('is free as soon as its hold has expired, for reads and for the next buyer, before any sweep', async () => {
    const event = await anEvent()
    await hold(server.browser(), event, 5)
    await expireHolds(server, parkingOf(event))
    await expireHolds(server, event.sessionId)
    expect(await shown(event)).toEqual([5, null])
    expect((await hold(server.browser(), event, 5)).status).toBe(201)
    expect((await hold(server.browser(), event, 1)).body.code).toBe('sold_out')
    expect(await countsOf(event)).toEqual({ held: 5, sold: 0 })
  })

  test('is released by the sweep when nobody buys', async () => {
    const event = await anEvent()
    await hold(server.browser(), event, 5)
    await expireHolds(server, parkingOf(event))
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
  })

  test('is held once when a request is repeated under one key', async () => {
    const event = await anEvent()
    const browser = server.browser()
    await browser.send('POST', '/api/cart/items', {
      eventId: event.eventId,
      ticketTypeId: event.typeId,
      quantity: 1,
    })
    const answers = await Promise.all(times(5, () => hold(browser, event, 3, { key: 'once' })))
    expect(tally(answers)).toEqual({ 201: 5 })
    expect(await countsOf(event)).toEqual({ held: 3, sold: 0 })
  })

  test('is never oversold, even if all buyers ask at once', async () => {
    const event = await anEvent()
    const answers = await Promise.all(times(20, () => hold(server.browser(), event, 1)))
    expect(tally(answers)).toEqual({ 201: 5, 409: 15 })
  })

  test("has its hold extended with its cart's", async () => {
    const event = await anEvent()
    const browser = server.browser()
    await hold(browser, event, 5)
    await browser.send('POST', '/api/checkout/carts/12345/more-time')
    const rows = await server.sql<{ end: string }>(
      `select (expires_at - created_at)::text as end from holds
       where session_id = any($1) order by session_id`,
      [[event.sessionId, parkingOf(event)]],
    )
    expect(rows).toEqual([{ end: '00:20:00' }, { end: '00:20:00' }])
  })
})

describe('a sale with an add-on', () => {
  test('sells it: it is on the receipt and has no ticket', async () => {
    const event = await anEvent()
    const { order, browser } = await paid(event, 3)
    const { body } = await order()
    expect(await countsOf(event)).toEqual({ held: 0, sold: 3 })
    const bought = await browser.send('GET', `/api/orders/${body.orderId}`)
    expect(bought.body.tickets).toHaveLength(2)
    expect(bought.body.order.totalAmount).toBe(105)
    expect(await shown(event)).toEqual([2, null])
  })

  test('sells the add-on of a free cart as well', async () => {
    const event = await anEvent({
      types: [{ priceMinor: 0 }],
      addOns: [{ priceMinor: 0, capacity: 5 }],
    })
    const browser = server.browser()
    await hold(browser, event, 4)
    const order = await browser.send('POST', '/api/checkout/orders', orderBody(event))
    expect(order.status).toBe(201)
    expect(await countsOf(event)).toEqual({ held: 0, sold: 4 })
  })

  test('frees the add-on with the last of the tickets when it is refunded', async () => {
    const event = await anEvent()
    const { order, browser } = await paid(event, 3)
    const { orderId } = (await order()).body
    const { body } = await browser.send('GET', `/api/orders/${orderId}`)
    const [first, second] = body.tickets.map((ticket: { id: string }) => ticket.id)
    await giveBack(server, orderId, { kind: 'tickets', ticketIds: [first], withFees: true })
    expect(await countsOf(event)).toEqual({ held: 0, sold: 3 })
    await giveBack(server, orderId, { kind: 'tickets', ticketIds: [second], withFees: true }, 'two')
    expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
    expect((await hold(server.browser(), event, 5)).status).toBe(201)
  })

  test('keeps the add-on when it is rescheduled, since the add-on is for the event', async () => {
    const event = await anEvent()
    const { order, browser } = await paid(event, 3)
    const { orderId } = (await order()).body
    const rescheduled = await browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
      newSessionId: event.sessionIds[1],
      customerEmail: 'ada@example.com',
    })
    expect(rescheduled.status).toBe(200)
    expect(await countsOf(event)).toEqual({ held: 0, sold: 3 })
    await giveBack(server, orderId)
    expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
  })
})

describe('a payment that succeeds after its hold has expired', () => {
  const expireAll = async (event: BuiltEvent) => {
    await expireHolds(server, event.sessionId)
    await expireHolds(server, parkingOf(event))
  }

  test('takes its add-ons again if they are left', async () => {
    const event = await anEvent()
    const { order } = await paid(event, 3)
    await expireAll(event)
    await hold(server.browser(), event, 2)
    expect((await order()).status).toBe(201)
    expect(await countsOf(event)).toEqual({ held: 2, sold: 3 })
  })

  test('is refunded in full if they are gone', async () => {
    const event = await anEvent()
    const { order } = await paid(event, 3)
    await expireAll(event)
    await hold(server.browser(), event, 3)
    expect((await order()).body.code).toBe('payment_refunded')
    expect(await countsOf(event)).toEqual({ held: 3, sold: 0 })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })
})

describe('the schema', () => {
  test('refuses to oversell an add-on, for any database account', async () => {
    const event = await anEvent()
    const take = (column: string) =>
      server.sql(`update stock set ${column} = 6 where add_on_id = $1`, [parkingOf(event)])
    await expect(take('held')).rejects.toThrow('stock_never_oversold')
    await expect(take('sold')).rejects.toThrow('stock_never_oversold')
  })

  test('accepts a stock row of an add-on only if it names the add-on as session and pool, with a limit', async () => {
    const event = await anEvent()
    const insert = (session: string, pool: string, capacity: number | null) =>
      server.sql(
        `insert into stock (tenant_id, session_id, pool_id, add_on_id, capacity)
         values (1, $1, $2, $3, $4)`,
        [session, pool, event.addOnIds[1], capacity],
      )
    const programme = event.addOnIds[1] ?? ''
    await expect(insert(event.sessionId, programme, 3)).rejects.toThrow('stock_of_add_on')
    await expect(insert(programme, event.typeId, 3)).rejects.toThrow('stock_of_add_on')
    await expect(insert(programme, programme, null)).rejects.toThrow('stock_of_add_on')
  })

  test.each(['sessions', 'add_ons'])('refuses to delete %s that have a stock', async (table) => {
    const event = await anEvent()
    const id = table === 'sessions' ? event.sessionId : parkingOf(event)
    await expect(server.sql(`delete from ${table} where id = $1`, [id])).rejects.toThrow('stock')
  })
})

test('an add-on cannot be held as a session, so nobody gets a ticket for it', async () => {
  const event = await anEvent()
  const addOn = parkingOf(event)
  const asked = await Promise.all([
    holdCartOf(server.browser(), event, { sessionId: addOn }),
    server.browser().send('POST', `/api/checkout/carts/12345/hold`, {
      eventId: event.eventId,
      sessionId: event.sessionId,
      tickets: [{ ticketTypeId: addOn, quantity: 1, sessionId: addOn }],
    }),
    server.browser().send('POST', '/api/checkout/holds', {
      cartId: '12345',
      sessionId: addOn,
      ticketTypeId: addOn,
      quantity: 1,
    }),
  ])
  expect(asked.map(({ body }) => body.code)).toEqual(times(3, () => 'session_not_found'))
  expect(await countsOf(event)).toEqual({ held: 0, sold: 0 })
})
