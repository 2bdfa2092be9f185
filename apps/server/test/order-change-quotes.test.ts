import {
  BUYER,
  type BuiltEvent,
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
import { giveBack } from './support/money.ts'
import { watchWrites } from './support/writes.ts'

/** Quotes of reschedules over HTTP and PostgreSQL. The sums themselves are in docs/pricing.md. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  here: string
  there: string
}

/** Two tickets for the first of two sessions, optionally with a coupon. */
async function bought(plan: EventPlan = {}, code?: string): Promise<Bought> {
  const event = await server.build.event({ sessions: 2, ...plan })
  const browser = server.browser()
  const [here = '', there = ''] = event.sessionIds
  if (!code) {
    const { body } = await buy(browser, event)
    return { event, browser, orderId: body.orderId, here, there }
  }
  await holdCartOf(browser, event)
  await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  const { body } = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.paymentIntentId),
  )
  return { event, browser, orderId: body.orderId, here, there }
}

const rescheduleQuote = (browser: TestBrowser, orderId: string, to: string, more = '') =>
  browser.send('GET', `/api/order-management/${orderId}/reschedule-quote?newSessionId=${to}${more}`)
const reschedule = (browser: TestBrowser, orderId: string, to: string) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: to,
    customerEmail: BUYER.contact.email,
  })
const priceAt = (sessionId: string, minor: number) =>
  server.sql('update session_prices set price_minor = $2 where session_id = $1', [sessionId, minor])

describe('the quote of a reschedule', () => {
  test('shows the order before and after the change, with fees, and changes nothing', async () => {
    const { browser, orderId, there, event } = await bought({
      types: [{ dynamicMinor: 3000 }],
      fee: { ratePpm: 125_000 },
    })
    await priceAt(there, 3450)
    const written = await watchWrites(server)
    const { status, body } = await rescheduleQuote(browser, orderId, there)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      session: { id: there, date: event.date },
      hasRoom: true,
      change: {
        before: { subtotalMinor: 6000, feeMinor: 750, totalMinor: 6750, currency: 'usd' },
        after: { subtotalMinor: 6900, feeMinor: 863, totalMinor: 7763 },
        differenceMinor: 1013,
        isWaived: false,
        dueMinor: 1013,
      },
    })
    expect(await written()).toEqual([])
  })

  test('is the price that the reschedule itself requires', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(10)] })
    const plan = { types: [{ dynamicMinor: 3000 }], fee: { ratePpm: 125_000 } }
    const { browser, orderId, there } = await bought(plan, code)
    for (const [price, due] of [
      [4000, 2050],
      [3020, 0],
      [1000, 0],
    ] as const) {
      await priceAt(there, price)
      const { body } = await rescheduleQuote(browser, orderId, there)
      expect(body.change.dueMinor).toBe(due)
      expect(body.change.after.coupon.code).toBe(code)
      const answer = await reschedule(browser, orderId, there)
      expect(answer.body.details?.differenceMinor ?? 0).toBe(due)
      if (answer.status === 200) break
    }
  })

  test('is waived for a difference below the least charge', async () => {
    const { browser, orderId, there } = await bought({ types: [{ dynamicMinor: 3000 }] })
    await priceAt(there, 3024)
    expect((await rescheduleQuote(browser, orderId, there)).body.change).toMatchObject({
      differenceMinor: 48,
      isWaived: true,
      dueMinor: 0,
    })
    await priceAt(there, 3025)
    expect((await rescheduleQuote(browser, orderId, there)).body.change).toMatchObject({
      differenceMinor: 50,
      isWaived: false,
      dueMinor: 50,
    })
  })

  test('includes only the tickets that are left after one was refunded', async () => {
    const { browser, orderId, there } = await bought({ types: [{ dynamicMinor: 3000 }] })
    const { body: order } = await browser.send('GET', `/api/orders/${orderId}`)
    await giveBack(server, orderId, {
      kind: 'tickets',
      ticketIds: [order.tickets[0].id],
      withFees: true,
    })
    await priceAt(there, 4000)
    expect((await rescheduleQuote(browser, orderId, there)).body.change).toMatchObject({
      before: { ticketCount: 1, totalMinor: 3000 },
      after: { totalMinor: 4000 },
      dueMinor: 1000,
    })
  })

  test('says whether the session has enough left for all tickets', async () => {
    const { event, browser, orderId, there } = await bought({ capacity: 3 })
    expect((await rescheduleQuote(browser, orderId, there)).body.hasRoom).toBe(true)
    await holdCartOf(server.browser(), event, { sessionId: there })
    expect((await rescheduleQuote(browser, orderId, there)).body.hasRoom).toBe(false)
  })

  test("costs nothing for the order's own session", async () => {
    const { browser, orderId, here } = await bought({ types: [{ dynamicMinor: 3000 }] })
    await priceAt(here, 9000)
    expect((await rescheduleQuote(browser, orderId, here)).body.change.differenceMinor).toBe(0)
  })

  test('is refused for a session of another event and for one that has begun', async () => {
    const { browser, orderId, there } = await bought()
    const another = await server.build.event()
    const foreign = await rescheduleQuote(browser, orderId, another.sessionId)
    expect([foreign.status, foreign.body.code]).toEqual([404, 'session_not_found'])
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      there,
    ])
    const late = await rescheduleQuote(browser, orderId, there)
    expect([late.status, late.body.code]).toEqual([409, 'reschedule_not_possible'])
  })

  test("is given to a client with the order's address, and to no stranger", async () => {
    const { orderId, there } = await bought()
    const stranger = server.browser()
    expect((await rescheduleQuote(stranger, orderId, there)).status).toBe(404)
    const named = await rescheduleQuote(stranger, orderId, there, `&email=${BUYER.contact.email}`)
    expect(named.status).toBe(200)
    const mallory = await rescheduleQuote(stranger, orderId, there, '&email=mallory@example.com')
    expect(mallory.body.code).toBe('order_not_found')
  })

  test('is refused once all tickets of the order were used at the door', async () => {
    const { browser, orderId, there } = await bought()
    await server.sql('update tickets set redeemed_at = now() where order_id = $1', [orderId])
    const { status, body } = await rescheduleQuote(browser, orderId, there)
    expect([status, body.code]).toEqual([409, 'reschedule_not_possible'])
  })
})
