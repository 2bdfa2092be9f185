import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, stockOf, tally, times } from './support/calls.ts'

const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const order = (browser: TestBrowser, event: BuiltEvent, intentId?: string, changes: object = {}) =>
  browser.send('POST', '/api/checkout/orders', { ...orderBody(event, intentId), ...changes })

/** A cart with an intent that is not confirmed yet. */
async function readyToPay(params: Parameters<typeof holdCartOf>[2] = {}) {
  const event = await server.build.event({ fee: { ratePpm: 125_000 }, capacity: 10 })
  const browser = server.browser()
  await holdCartOf(browser, event, params)
  const { body: intent } = await createIntent(browser)
  return { event, browser, intent }
}

const ordersOf = (eventId: string) =>
  server.sql('select id from orders where event_id = $1', [eventId])

describe('a paid cart', () => {
  test('becomes one order with its tickets and one mail, even if several calls request it', async () => {
    const { event, browser, intent } = await readyToPay({ quantities: [3] })
    await confirmCard(browser, intent, CARDS.success)
    const answers = await Promise.all(
      times(20, () => order(browser, event, intent.paymentIntentId)),
    )
    expect(tally(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    const counts = await server.sql(
      `
      select (select count(*)::integer from orders where event_id = $1) as orders,
        (select count(*)::integer from tickets where event_id = $1) as tickets,
        (select count(*)::integer from mails m join orders o on o.id = m.order_id
          where o.event_id = $1) as mails`,
      [event.eventId],
    )
    expect(counts).toEqual([{ orders: 1, tickets: 3, mails: 1 }])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 3 })
  })

  test.each([
    ['totalAmount', 1],
    ['subtotal', 0.5],
    ['fee_amount', 7.49],
    ['totalAmount', 67.501],
  ])('is refused with the correct figures if the body states %s %d', async (field, amount) => {
    const { event, browser, intent } = await readyToPay()
    await confirmCard(browser, intent, CARDS.success)
    const wrong = await order(browser, event, intent.paymentIntentId, { [field]: amount })
    expect(wrong).toMatchObject({
      status: 409,
      body: {
        code: 'amount_mismatch',
        details: { expectedAmount: 67.5, totalAmount: 67.5, subtotal: 60, fee_amount: 7.5 },
      },
    })
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
    expect((await order(browser, event, intent.paymentIntentId)).status).toBe(201)
  })

  test('returns the figures of the hold, regardless of other figures in the body', async () => {
    const { event, browser, intent } = await readyToPay()
    await confirmCard(browser, intent, CARDS.success)
    const { body } = await order(browser, event, intent.paymentIntentId, {
      totalAmount: 67.5,
      subtotal: 60,
      fee_amount: 7.5,
      fee_details: { anything: [1, { nested: true }] },
      tickets: [{ id: event.typeId, quantity: 8, price: 0 }],
      status: 'PAID',
      sessionId: event.eventId,
      paymentMethod: 'stripe',
      unknownField: 'is left out',
    })
    expect(body.id).toBe(body.orderId)
    expect(body.id).toBe(body.order.id)
    expect(body.order).toMatchObject({
      cartId: '12345',
      status: 'PAID',
      email: 'ada@example.com',
      firstName: 'Ada',
      billingAddress: { address: '1 Main St', city: 'New York', zipCode: '10001', country: 'US' },
      sessionId: event.sessionId,
      selectedDate: event.date,
      totalAmount: 67.5,
      subtotal: 60,
      feeAmount: 7.5,
      fee_amount: 7.5,
      ticketCount: 2,
      paymentId: intent.paymentIntentId,
      orderNumber: body.id.slice(-8).toUpperCase(),
    })
  })

  test('is confirmed by the purchase calls', async () => {
    const { event, browser, intent } = await readyToPay()
    await confirmCard(browser, intent, CARDS.success)
    const { body } = await order(browser, event, intent.paymentIntentId)
    const purchase = {
      orderId: body.id,
      summary: { totalTickets: 2 },
      purchases: [
        {
          ...{ id: expect.any(String), orderId: body.id, sessionId: event.sessionId },
          ...{ ticketTypeId: event.typeId, quantity: 2, purchaseTimestamp: body.order.createdAt },
        },
      ],
    }
    const completed = await browser.send('POST', '/api/checkout/purchases', {
      cartId: '12345',
      orderId: body.id,
    })
    expect(completed).toMatchObject({ status: 200, body: purchase })
    const read = await browser.send('GET', `/api/checkout/purchases/${body.id}`)
    expect(read).toMatchObject({ status: 200, body: purchase })
    const wrong = { cartId: '54321', orderId: body.id }
    expect((await browser.send('POST', '/api/checkout/purchases', wrong)).body.code).toBe(
      'order_not_found',
    )
  })

  test('shows its order, and its number can be used for another purchase', async () => {
    const { event, browser, intent } = await readyToPay()
    await confirmCard(browser, intent, CARDS.success)
    const first = await order(browser, event, intent.paymentIntentId)
    expect((await getCart(browser)).body).toMatchObject({
      orderId: first.body.id,
      quote: { totalMinor: 6750 },
    })
    const again = await holdCartOf(browser, event, { quantities: [1] })
    expect(again).toMatchObject({ status: 201, body: { orderId: null, quote: { ticketCount: 1 } } })
    const { body: other } = await createIntent(browser)
    expect(other.paymentIntentId).not.toBe(intent.paymentIntentId)
    await confirmCard(browser, other, CARDS.success)
    const second = await order(browser, event, other.paymentIntentId)
    expect(second.body.id).not.toBe(first.body.id)
    // The first order is still the result of its payment.
    expect((await order(browser, event, intent.paymentIntentId)).body.id).toBe(first.body.id)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 3 })
  })
})

describe('an unpaid cart', () => {
  test.each([
    ['nobody confirmed', async () => {}],
    [
      'the card was declined',
      (browser: TestBrowser, intent: Intent) => confirmCard(browser, intent, CARDS.declined),
    ],
    [
      'the card has no funds',
      (browser: TestBrowser, intent: Intent) =>
        confirmCard(browser, intent, CARDS.insufficientFunds),
    ],
    [
      'authentication is still to come',
      (browser: TestBrowser, intent: Intent) => confirmCard(browser, intent, CARDS.authenticate),
    ],
  ])('becomes no order if %s, even if the body claims a status', async (_, pay) => {
    const { event, browser, intent } = await readyToPay()
    await pay(browser, intent)
    expect(await order(browser, event, intent.paymentIntentId)).toMatchObject({
      status: 402,
      body: { code: 'payment_not_succeeded', details: { paymentStatus: expect.any(String) } },
    })
    expect(await ordersOf(event.eventId)).toEqual([])
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })

  test('becomes no order without an intent, and the refusal says what is to be paid', async () => {
    const { event, browser } = await readyToPay()
    expect(await order(browser, event)).toMatchObject({
      status: 402,
      body: { code: 'payment_not_succeeded', details: { expectedAmount: 67.5 } },
    })
    expect(await ordersOf(event.eventId)).toEqual([])
  })

  test('is not paid by the intent of another cart or another browser, or by an invented one', async () => {
    const paid = await readyToPay()
    await confirmCard(paid.browser, paid.intent, CARDS.success)
    const { event, browser } = await readyToPay()
    for (const intentId of [paid.intent.paymentIntentId, 'pi_made_up', "' or 1=1 --"]) {
      expect(await order(browser, event, intentId)).toMatchObject({
        status: 404,
        body: { code: 'payment_not_found' },
      })
    }
    const other = { ...orderBody(paid.event, paid.intent.paymentIntentId), cartId: '54321' }
    const elsewhere = await paid.browser.send('POST', '/api/checkout/orders', other)
    expect(elsewhere.body.code).toBe('payment_not_found')
    expect((await order(paid.browser, paid.event, paid.intent.paymentIntentId)).status).toBe(201)
  })
})

type Intent = { paymentIntentId: string; clientSecret: string }

describe('an intent', () => {
  test('that was declined becomes an order once another card pays', async () => {
    const { event, browser, intent } = await readyToPay()
    const declined = await confirmCard(browser, intent, CARDS.declined)
    expect(declined).toMatchObject({ status: 402, body: { error: { code: 'card_declined' } } })
    expect((await createIntent(browser)).body).toEqual(intent)
    expect((await confirmCard(browser, intent, CARDS.success)).body.status).toBe('succeeded')
    expect((await order(browser, event, intent.paymentIntentId)).status).toBe(201)
  })

  test.each([
    ['after 3-D Secure is passed', 'complete', 201],
    ['only with another card after 3-D Secure failed', 'fail', 402],
  ])('becomes an order %s', async (_, result, status) => {
    const { event, browser, intent } = await readyToPay()
    const { body } = await confirmCard(browser, intent, CARDS.authenticate)
    expect(body.status).toBe('requires_action')
    const { pathname } = new URL(body.next_action.use_stripe_sdk.stripe_js)
    const form = new URLSearchParams({ client_secret: intent.clientSecret, result })
    await browser.send('POST', pathname, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect((await order(browser, event, intent.paymentIntentId)).status).toBe(status)
    if (status === 201) return
    // The buyer may still try another card.
    await confirmCard(browser, intent, CARDS.success)
    expect((await order(browser, event, intent.paymentIntentId)).status).toBe(201)
  })
})

describe('a free cart', () => {
  async function free() {
    const event = await server.build.event({
      fee: { flatMinor: 250 },
      capacity: 4,
      types: [{ priceMinor: 0 }],
    })
    const browser = server.browser()
    await holdCartOf(browser, event)
    return { event, browser }
  }

  test('completes once without a card, even if several calls request it', async () => {
    const { event, browser } = await free()
    const answers = await Promise.all(times(20, () => order(browser, event)))
    expect(tally(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1)
    expect(answers[0]?.body.order).toMatchObject({
      totalAmount: 0,
      ticketCount: 2,
      paymentId: null,
    })
    expect((await order(browser, event)).body.id).toBe(answers[0]?.body.id)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 2 })
  })

  test('becomes its order, also if one batch held, replaced and sold it', async () => {
    const { event, browser } = await free()
    for (const quantity of [1, 2, 1]) await holdCartOf(browser, event, { quantities: [quantity] })
    const { body } = await order(browser, event)
    // Rows of one batch have the same time.
    await server.sql(
      `update holds set created_at = (select created_at from orders where id = $1)
       where session_id = $2`,
      [body.id, event.sessionId],
    )
    expect((await getCart(browser)).body.orderId).toBe(body.id)
    expect((await order(browser, event)).body.id).toBe(body.id)
  })

  test('is refused when the body states a price', async () => {
    const { event, browser } = await free()
    const wrong = await order(browser, event, undefined, { totalAmount: 5 })
    expect(wrong).toMatchObject({ status: 409, body: { code: 'amount_mismatch' } })
    expect((await order(browser, event, undefined, { totalAmount: 0 })).status).toBe(201)
  })

  test('has no intent, because there is nothing to pay', async () => {
    const { browser } = await free()
    expect((await createIntent(browser)).body.code).toBe('amount_not_positive')
  })

  test('is refused once its hold has expired, and nothing is sold', async () => {
    const { event, browser } = await free()
    await server.sql(
      `update holds set reclaim_at = now() - interval '1 second'
      where session_id = $1`,
      [event.sessionId],
    )
    expect(await order(browser, event)).toMatchObject({
      status: 410,
      body: { code: 'hold_expired' },
    })
    expect(await ordersOf(event.eventId)).toEqual([])
  })

  test('is not given away if it became a paid one before its order was requested', async () => {
    const { event, browser } = await free()
    const dear = await server.build.event()
    await holdCartOf(browser, dear)
    expect((await order(browser, event)).status).toBe(402)
  })
})

test('an order for a browser without a cart is refused as not found', async () => {
  const event = await server.build.event()
  expect((await order(server.browser(), event)).body.code).toBe('cart_not_found')
  expect((await order(server.browser(), event, 'pi_1')).body.code).toBe('cart_not_found')
})
