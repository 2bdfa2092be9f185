import {
  BUYER,
  type BuiltEvent,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf } from './support/calls.ts'

/** Totals above 0 that are less than a card can be charged: waived, or refused. Over real HTTP. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const WAIVED = 'Too small for a card'

const setWaiving = (isOn: boolean) =>
  server.sql('update tenants set waives_small_totals = $1 where tenant_id = 1', [isOn])
const preview = async (event: BuiltEvent, more: object = {}) => {
  const answer = await server.browser().send('POST', '/api/quote', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
    ...more,
  })
  return answer.body
}
const order = (browser: TestBrowser, event: BuiltEvent) =>
  browser.send('POST', '/api/checkout/orders', orderBody(event))
const applyCoupon = (browser: TestBrowser, code: string) =>
  browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
const ledgerOf = (orderId: string) =>
  server.sql('select p.id from payments p where p.order_id = $1', [orderId])

describe('while the organizer waives them', () => {
  test('the quote, the held cart and the order cost nothing, and say so in a row', async () => {
    await setWaiving(true)
    const event = await server.build.event({
      types: [{ priceMinor: 15 }],
      fee: { flatMinor: 2 },
      addOns: [{ priceMinor: 5 }],
    })
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    const waived = {
      subtotalMinor: 35,
      discountMinor: 35,
      discounts: [{ label: WAIVED, discountMinor: 35 }],
      feeMinor: 0,
      fees: [],
      taxMinor: 0,
      totalMinor: 0,
    }
    const quoted = await preview(event, { addOns })
    expect(quoted.quote).toMatchObject(waived)
    expect(quoted.belowMinimum).toBeUndefined()
    const browser = server.browser()
    const held = await holdCartOf(browser, event, { addOns })
    expect(held.body.quote).toMatchObject(waived)
    expect((await getCart(browser)).body.quote).toEqual(held.body.quote)
    const begun = await browser.send('POST', '/api/checkout/carts/12345/payment', {
      contact: BUYER.contact,
    })
    expect(begun.body).toMatchObject({ totalMinor: 0 })
    const sold = await order(browser, event)
    expect(sold.status).toBe(201)
    const { id, quote } = sold.body.order
    expect(quote).toMatchObject(waived)
    expect(await ledgerOf(id)).toEqual([])
    expect(await server.sql('select from rule_usage where order_id = $1', [id])).toEqual([])
    expect(
      await server.sql(
        'select price_minor, discount_minor, fee_minor from tickets where order_id = $1',
        [id],
      ),
    ).toEqual(
      Array.from({ length: 2 }, () => ({ price_minor: 15, discount_minor: 15, fee_minor: 0 })),
    )
  })

  test('what is left after a coupon is waived beside it, and the use is the coupon’s part', async () => {
    await setWaiving(true)
    const event = await server.build.event()
    const coupon = await server.build.coupon({ code: 'NEARLY', discounts: [percentOff(99.5)] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const discounts = [
      { label: 'Discount (NEARLY)', discountMinor: 5970 },
      { label: WAIVED, discountMinor: 30 },
    ]
    expect((await preview(event, { couponCode: 'NEARLY' })).quote).toMatchObject({
      discounts,
      totalMinor: 0,
    })
    const applied = await applyCoupon(browser, 'NEARLY')
    expect(applied.body.quote).toMatchObject({ discounts, totalMinor: 0 })
    const sold = await order(browser, event)
    expect(sold.body.order.quote).toMatchObject({ discounts, totalMinor: 0 })
    expect(
      await server.sql(
        'select coupon_code_id, discount_minor from rule_usage where order_id = $1',
        [sold.body.order.id],
      ),
    ).toEqual([{ coupon_code_id: coupon.codeId, discount_minor: 5970 }])
  })

  test('a cart that was shown as free stays free when the organizer stops to waive', async () => {
    await setWaiving(true)
    const event = await server.build.event({ types: [{ priceMinor: 20 }] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await setWaiving(false)
    expect((await getCart(browser)).body.quote.totalMinor).toBe(0)
    expect((await preview(event)).quote.totalMinor).toBe(40)
    const sold = await order(browser, event)
    expect([sold.status, sold.body.order.quote.totalMinor]).toEqual([201, 0])
  })

  test('a total that a card can pay is charged', async () => {
    await setWaiving(true)
    const event = await server.build.event({ types: [{ priceMinor: 25 }] })
    const browser = server.browser()
    const held = await holdCartOf(browser, event)
    expect(held.body.quote.totalMinor).toBe(50)
    expect(held.body.quote.discounts).toBeUndefined()
    expect((await createIntent(browser)).status).toBe(200)
  })
})

test('while the organizer does not, the quote names the minimum and the payment is refused', async () => {
  await setWaiving(false)
  const event = await server.build.event({ types: [{ priceMinor: 20 }] })
  expect((await preview(event)).belowMinimum).toEqual({ minimumMinor: 50, leastTickets: 3 })
  const browser = server.browser()
  await holdCartOf(browser, event)
  const intent = await createIntent(browser)
  expect([intent.body.code, intent.body.error]).toEqual([
    'amount_too_low',
    'The minimum payment amount is $0.50.',
  ])
  expect((await order(browser, event)).status).toBe(402)
})
