import {
  buy,
  CARDS,
  confirmCard,
  createIntent,
  type EventPlan,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { watchWrites } from './support/writes.ts'

/** The sessions that an order may be taken to, over HTTP and PostgreSQL. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const EMAIL = 'ada@example.com'

/** Two tickets for the first of several sessions. */
async function bought(plan: EventPlan = {}) {
  const event = await server.build.event({
    sessions: 3,
    types: [{ dynamicMinor: 3000 }],
    ...plan,
  })
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const [here = '', there = '', third = ''] = event.sessionIds
  const orderId: string = body.orderId
  return { event, browser, orderId, here, there, third }
}

const options = (browser: TestBrowser, orderId: string, query = '') =>
  browser.send('GET', `/api/order-management/${orderId}/reschedule-options?${query}`)

const priceAt = (sessionId: string, minor: number) =>
  server.sql('update session_prices set price_minor = $2 where session_id = $1', [sessionId, minor])

const policyOf = (eventId: string, reschedule: object) =>
  server.sql(
    `insert into event_change_policies (tenant_id, event_id, policy)
     select tenant_id, event_id, $2::jsonb from sessions where event_id = $1 limit 1`,
    [eventId, JSON.stringify({ reschedule })],
  )

const FREE = {
  isAllowed: true,
  untilMinutes: 0,
  limit: null,
  fee: null,
  refundsDecrease: true,
}

describe('the reschedule options of an order', () => {
  test('list the sessions on sale with what each costs, the current one included', async () => {
    const { event, browser, orderId, here, there, third } = await bought({
      fee: { ratePpm: 125_000 },
      capacity: 10,
    })
    await priceAt(there, 4000)
    await priceAt(third, 2000)
    const written = await watchWrites(server)
    const { status, body } = await options(browser, orderId)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      currentSession: { id: here, startTime: expect.any(String), displayName: expect.any(String) },
      days: [{ date: event.date, sessions: 3 }],
      isComplete: true,
      currency: 'usd',
      policy: { changesLeft: null, fee: null, refundsDecrease: true },
    })
    expect(body.currentSessions).toEqual([body.currentSession])
    expect(body.policy.changesUntil).toBe(body.currentSession.startTime)
    for (const session of body.availableSessions) {
      expect(session).toMatchObject({
        startTime: expect.stringMatching(/^\d{4}-.*Z$/),
        displayName: 'Test session',
      })
    }
    expect(body.tickets).toHaveLength(2)
    expect(body.tickets[0]).toMatchObject({ sessionId: here, canMove: true, isChosen: true })
    expect(body.availableSessions).toMatchObject([
      {
        id: here,
        isCurrent: true,
        priceDifference: 0,
        totalDifference: 0,
        availableCapacity: 8,
      },
      {
        id: there,
        date: event.date,
        isCurrent: false,
        priceDifference: 11.25,
        totalDifference: 22.5,
        amountDue: 22.5,
        amountRefunded: 0,
        isWaived: false,
        availableCapacity: 10,
        hasRoom: true,
      },
      {
        id: third,
        priceDifference: -11.25,
        totalDifference: -22.5,
        amountDue: 0,
        amountRefunded: 22.5,
      },
    ])
    expect(await written()).toEqual([])
  })

  test('cost what the quote of each session says, discount and change fee included', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(10)] })
    const event = await server.build.event({
      sessions: 4,
      types: [{ dynamicMinor: 3000 }, { name: 'Child', dynamicMinor: 1200 }],
      fee: { ratePpm: 125_000 },
    })
    await policyOf(event.eventId, { ...FREE, fee: { feeType: 'flat', amountMinor: 150 } })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    const body = orderBody(event, intent.paymentIntentId)
    const { body: order } = await browser.send('POST', '/api/checkout/orders', body)
    for (const [index, sessionId] of event.sessionIds.entries()) {
      await priceAt(sessionId, [3000, 3333, 2871, 3000][index] ?? 0)
    }
    const answer = await options(browser, order.orderId)
    expect(answer.body.availableSessions).toHaveLength(4)
    for (const session of answer.body.availableSessions) {
      const { body: quoted } = await browser.send(
        'GET',
        `/api/order-management/${order.orderId}/reschedule-quote?newSessionId=${session.id}`,
      )
      const { differenceMinor, dueMinor, refundMinor, isWaived } = quoted.change
      expect([session.id, session.totalDifference, session.amountDue]).toEqual([
        session.id,
        differenceMinor / 100,
        dueMinor / 100,
      ])
      expect([session.amountRefunded, session.isWaived]).toEqual([refundMinor / 100, isWaived])
    }
  })

  test('cost the same for each ticket although the cents of a discount do not divide', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(10)] })
    const event = await server.build.event({
      sessions: 2,
      types: [{ dynamicMinor: 3000 }],
    })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    const body = orderBody(event, intent.paymentIntentId)
    const { body: order } = await browser.send('POST', '/api/checkout/orders', body)
    await priceAt(event.sessionIds[1] ?? '', 3333)
    const answer = await options(browser, order.orderId)
    expect(answer.body.availableSessions[1]).toMatchObject({
      priceDifference: 3,
      isSameForEach: true,
      totalDifference: 5.99,
    })
  })

  test('may be asked for some tickets only', async () => {
    const { browser, orderId, there } = await bought()
    await priceAt(there, 4000)
    const { body: all } = await options(browser, orderId)
    const [first] = all.tickets
    const { body } = await options(browser, orderId, `ticketIds=${first.id}`)
    expect(body.tickets.map((ticket: { isChosen: boolean }) => ticket.isChosen)).toEqual([
      true,
      false,
    ])
    expect(body.availableSessions[1]).toMatchObject({ priceDifference: 10, totalDifference: 10 })
  })

  test('say of a small difference that it is waived', async () => {
    const { browser, orderId, there } = await bought()
    await priceAt(there, 3024)
    const { body } = await options(browser, orderId)
    expect(body.availableSessions[1]).toMatchObject({
      totalDifference: 0.48,
      amountDue: 0,
      isWaived: true,
    })
  })

  test('show sessions with too little room, and leave out what does not sell the type', async () => {
    const { browser, orderId, event, there, third } = await bought({ capacity: 3 })
    await buy(server.browser(), { ...event, sessionId: there }, '23456')
    await server.sql('delete from session_prices where session_id = $1', [third])
    const { body } = await options(browser, orderId)
    expect(body.availableSessions).toMatchObject([
      { isCurrent: true },
      { id: there, availableCapacity: 1, hasRoom: false },
    ])
  })

  test('are refused with the reason when the policy does not allow a reschedule', async () => {
    const { browser, orderId, event } = await bought()
    for (const [rule, reason] of [
      [{ ...FREE, isAllowed: false }, 'not_allowed'],
      [{ ...FREE, untilMinutes: 60 * 24 * 3650 }, 'too_late'],
      [{ ...FREE, limit: 0 }, 'limit_reached'],
    ] as const) {
      await server.sql('delete from event_change_policies where event_id = $1', [event.eventId])
      await policyOf(event.eventId, rule)
      expect(await options(browser, orderId)).toMatchObject({
        status: 409,
        body: {
          code: 'reschedule_not_possible',
          error: { message: 'This order cannot be rescheduled at this time.' },
          details: { reason },
        },
      })
    }
  })

  test('do not move a ticket that was used, and are refused if all were', async () => {
    const { browser, orderId } = await bought()
    const redeem = (number: number) =>
      server.sql('update tickets set redeemed_at = now() where order_id = $1 and number = $2', [
        orderId,
        number,
      ])
    await redeem(1)
    const { body } = await options(browser, orderId)
    expect(body.tickets).toMatchObject([
      { canMove: false, isChosen: false },
      { canMove: true, isChosen: true },
    ])
    const used = await options(browser, orderId, `ticketIds=${body.tickets[0].id}`)
    expect(used.body.code).toBe('reschedule_not_possible')
    await redeem(2)
    expect((await options(browser, orderId)).body.code).toBe('reschedule_not_possible')
  })

  test('open by the address of the order, and to no stranger', async () => {
    const { orderId } = await bought()
    const stranger = server.browser()
    expect((await options(stranger, orderId, `email=${EMAIL}`)).status).toBe(200)
    expect((await options(stranger, orderId)).body.code).toBe('order_not_found')
    expect((await options(stranger, orderId, 'email=eve@example.com')).status).toBe(404)
  })

  test('of an event with very many sessions name all days, the nearest sessions, and those of one day', async () => {
    const { browser, orderId, event } = await bought()
    await server.sql(
      `insert into sessions select (jsonb_populate_record(s, jsonb_build_object(
         'id', gen_random_uuid(), 'starts_at', s.starts_at + n * interval '1 day',
         'ends_at', s.ends_at + n * interval '1 day', 'local_date', s.local_date + n))).*
       from sessions s cross join generate_series(1, 450) n where s.id = $1`,
      [event.sessionIds[1]],
    )
    await server.sql(
      `insert into stock (tenant_id, session_id, pool_id, capacity)
       select k.tenant_id, s.id, case when k.pool_id = k.session_id then s.id else k.pool_id end, k.capacity
       from stock k join sessions s on s.event_id = $2 and s.id <> all($3) where k.session_id = $1`,
      [event.sessionIds[1], event.eventId, event.sessionIds],
    )
    await server.sql(
      `insert into session_prices (tenant_id, session_id, ticket_type_id, price_minor)
       select p.tenant_id, s.id, p.ticket_type_id, p.price_minor
       from session_prices p join sessions s on s.event_id = $2 and s.id <> all($3) where p.session_id = $1`,
      [event.sessionIds[1], event.eventId, event.sessionIds],
    )
    const { body } = await options(browser, orderId)
    expect(body).toMatchObject({ isComplete: false })
    expect(body.days).toHaveLength(451)
    const starts = body.availableSessions.map((each: { startTime: string }) => each.startTime)
    expect(starts).toHaveLength(400)
    expect(starts).toEqual(starts.toSorted())
    expect(starts).toContain(body.currentSession.startTime)
    // The order is for the first day, so the last days are left out.
    expect(starts.at(-1).slice(0, 10) < body.days[410].date).toBe(true)
    expect(body.days[0]).toEqual({ date: event.date, sessions: 3 })
    const ofDay = await options(browser, orderId, `date=${event.date}`)
    expect(ofDay.body.availableSessions).toHaveLength(3)
  })
})
