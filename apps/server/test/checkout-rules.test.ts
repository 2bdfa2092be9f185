import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import type { RulePlan } from '@foyer/testkit/builder'
import { percentOff } from '@foyer/testkit/coupons'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf } from './support/calls.ts'

/** Automatic checkout rules over real HTTP: in the quote, at the hold, and at payment. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
beforeEach(() => server.sql('update checkout_rules set is_active = false'))
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

interface AddedRule extends Pick<RulePlan, 'name' | 'conditions' | 'groupId'> {
  /** Percent off all tickets, or those of `of`; a rule without it blocks. */
  percent?: number
  of?: string
}

const addRule = ({ percent, of, ...plan }: AddedRule) =>
  server.build.rule({
    ...plan,
    ...(percent === undefined
      ? { message: `Not now: ${plan.name}` }
      : { discounts: [percentOff(percent, of)] }),
  })

const switchOff = (ruleId: string) =>
  server.sql('update checkout_rules set is_active = false where id = $1', [ruleId])
const quantity = (value: number) => ({ field: 'quantity', operator: '>=', value }) as const
const email = (value: string) => ({ field: 'customerEmail', operator: 'contains', value }) as const

const startPaymentOf = (browser: TestBrowser, address: string) =>
  browser.send('POST', '/api/checkout/carts/12345/payment', {
    contact: { ...BUYER.contact, email: address },
  })

const preview = (event: BuiltEvent, more: object = {}) =>
  server.browser().send('POST', '/api/quote', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: [{ ticketTypeId: event.typeId, quantity: 2 }],
    ...more,
  })
const order = (browser: TestBrowser, event: BuiltEvent, intentId?: string) =>
  browser.send('POST', '/api/checkout/orders', orderBody(event, intentId))
const usesOf = (orderId: string) =>
  server.sql(
    `select rule_id, coupon_code_id, discount_minor from rule_usage where order_id = $1
     order by discount_minor desc`,
    [orderId],
  )

describe('an automatic rule', () => {
  test('takes the same off the quote, the held cart and the order, under its name', async () => {
    const event = await server.build.event({ fee: { ratePpm: 125_000 } })
    const ruleId = await addRule({ percent: 10, conditions: [quantity(2)] })
    const priced = {
      subtotalMinor: 6000,
      discountMinor: 600,
      discounts: [{ label: 'Early birds', discountMinor: 600 }],
      feeMinor: 750,
      totalMinor: 6150,
    }
    expect((await preview(event)).body.quote).toMatchObject(priced)
    const browser = server.browser()
    const held = await holdCartOf(browser, event)
    expect(held.body.quote).toMatchObject(priced)
    expect((await getCart(browser)).body.quote).toEqual(held.body.quote)
    const intent = await createIntent(browser)
    expect(intent.status).toBe(200)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect(sold.status).toBe(201)
    const { id, quote } = sold.body.order
    expect(quote).toMatchObject(priced)
    expect(quote.rules).toBeUndefined()
    expect(await usesOf(id)).toEqual([
      { rule_id: ruleId, coupon_code_id: null, discount_minor: 600 },
    ])
  })

  test('leaves a cart alone that does not meet its conditions, and freezes nothing', async () => {
    const event = await server.build.event()
    await addRule({ percent: 10, conditions: [quantity(3)] })
    const browser = server.browser()
    const { body } = await holdCartOf(browser, event)
    expect(body.quote).toMatchObject({ discountMinor: 0, totalMinor: 6000 })
    expect(body.quote.discounts).toBeUndefined()
    const frozen = await server.sql(
      'select from cart_rules c join holds h on h.id = c.hold_id where h.session_id = $1',
      [event.sessionId],
    )
    expect(frozen).toEqual([])
  })

  test('applies beside the coupon, and both add up to the discount', async () => {
    const event = await server.build.event()
    const ruleId = await addRule({ percent: 10 })
    const coupon = await server.build.coupon({ code: 'BESIDE' })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const { body } = await browser.send('POST', '/api/checkout/carts/12345/coupon', {
      code: 'BESIDE',
    })
    expect(body.quote).toMatchObject({
      discountMinor: 1140,
      discounts: [
        { label: 'Early birds', discountMinor: 600 },
        { label: 'Discount (BESIDE)', discountMinor: 540 },
      ],
    })
    expect((await preview(event, { couponCode: 'beside' })).body.code).toBe('coupon_used_up')
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect(await usesOf(sold.body.order.id)).toEqual([
      { rule_id: ruleId, coupon_code_id: null, discount_minor: 600 },
      { rule_id: coupon.ruleId, coupon_code_id: coupon.codeId, discount_minor: 540 },
    ])
  })

  test('that is switched off after the hold still counts for the cart that is held', async () => {
    const event = await server.build.event()
    const ruleId = await addRule({ percent: 50 })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await switchOff(ruleId)
    await addRule({ name: 'closed' })
    expect((await getCart(browser)).body.quote.totalMinor).toBe(3000)
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect(sold.status).toBe(201)
    expect(sold.body.order.quote.totalMinor).toBe(3000)
  })

  test('gives a class its discount, whatever the type is called', async () => {
    const event = await server.build.event({ types: [{}, { priceMinor: 5000 }] })
    const [, vip = ''] = event.typeIds
    await server.sql(
      `insert into ticket_type_classes (tenant_id, ticket_type_id, class) values (1, $1, 'vip')`,
      [vip],
    )
    await addRule({ percent: 20, of: 'vip' })
    const { body } = await holdCartOf(server.browser(), event, { quantities: [1, 1] })
    expect(body.quote).toMatchObject({ discountMinor: 1000, totalMinor: 7000 })
  })

  test('that makes a cart free needs no card', async () => {
    const event = await server.build.event()
    const ruleId = await addRule({ percent: 100 })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const sold = await order(browser, event)
    expect(sold.status).toBe(201)
    expect(await usesOf(sold.body.order.id)).toEqual([
      { rule_id: ruleId, coupon_code_id: null, discount_minor: 6000 },
    ])
  })
})

describe('a rule about the amount of a cart with add-ons', () => {
  const amountFrom = (value: number) => ({ field: 'totalAmount', operator: '>=', value }) as const
  // 60.00 for two tickets, 20.00 for two add-ons; the first has a stock.
  const eventWithAddOns = () =>
    server.build.event({
      types: [{}, { priceMinor: 2000 }],
      addOns: [{ priceMinor: 1000, capacity: 5 }, { priceMinor: 1000 }],
    })
  const holdWithAddOns = async (browser: TestBrowser, event: BuiltEvent) => {
    const addOns = event.addOnIds.map((addOnId) => ({ addOnId, quantity: 1 }))
    expect((await holdCartOf(browser, event, { addOns })).status).toBe(201)
  }

  test.each([
    { from: 100, discountMinor: 800 },
    { from: 100.01, discountMinor: 0 },
  ])('counts each add-on once when a line is added: from $from', async (plan) => {
    const event = await eventWithAddOns()
    await addRule({ percent: 10, conditions: [amountFrom(plan.from)] })
    const browser = server.browser()
    await holdWithAddOns(browser, event)
    const added = await holdLineOf(browser, event, { typeId: event.typeIds[1] ?? '', quantity: 1 })
    expect(added.status).toBe(201)
    expect((await getCart(browser)).body.quote).toMatchObject({
      subtotalMinor: 10_000,
      discountMinor: plan.discountMinor,
    })
  })

  test('refuses a line by the amount with the add-ons', async () => {
    const event = await eventWithAddOns()
    await addRule({ name: 'large carts', conditions: [amountFrom(100)] })
    const browser = server.browser()
    await holdWithAddOns(browser, event)
    const added = await holdLineOf(browser, event, { typeId: event.typeIds[1] ?? '', quantity: 1 })
    expect([added.status, added.body.code]).toEqual([409, 'rule_blocked'])
    expect((await getCart(browser)).body.quote.totalMinor).toBe(8000)
  })

  test('gives a coupon to the held cart as to its quote', async () => {
    const event = await eventWithAddOns()
    const { code, ruleId } = await server.build.coupon({ limit: 2 })
    await server.sql('update checkout_rules set conditions = $2 where id = $1', [
      ruleId,
      JSON.stringify({ type: 'and', rules: [amountFrom(80)] }),
    ])
    const addOns = event.addOnIds.map((addOnId) => ({ addOnId, quantity: 1 }))
    const quoted = await preview(event, { couponCode: code, addOns })
    expect(quoted.body.quote.discountMinor).toBe(600)
    const browser = server.browser()
    await holdWithAddOns(browser, event)
    const { status, body } = await browser.send('POST', '/api/checkout/carts/12345/coupon', {
      code,
    })
    expect([status, body.quote?.discountMinor]).toEqual([200, 600])
  })

  test('refuses an address at the sale by the amount with the add-ons', async () => {
    const event = await eventWithAddOns()
    await addRule({ name: 'staff', conditions: [email('@example.com'), amountFrom(80)] })
    const browser = server.browser()
    await holdWithAddOns(browser, event)
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect([sold.status, sold.body.code]).toEqual([409, 'payment_refunded'])
  })
})

describe('a rule that blocks', () => {
  test('refuses the quote and the hold with its message, and holds nothing', async () => {
    const event = await server.build.event()
    await addRule({ name: 'groups by phone', conditions: [quantity(2)] })
    const browser = server.browser()
    for (const answer of [await preview(event), await holdCartOf(browser, event)]) {
      expect([answer.status, answer.body.code, answer.body.error]).toEqual([
        409,
        'rule_blocked',
        'Not now: groups by phone',
      ])
    }
    const [{ held = -1 } = {}] = await server.sql<{ held: number }>(
      'select sum(held)::integer as held from stock where session_id = $1',
      [event.sessionId],
    )
    expect(held).toBe(0)
    const one = await holdCartOf(browser, event, { quantities: [1] })
    expect(one.status).toBe(201)
  })

  test('refuses the coupon of its group alone', async () => {
    const event = await server.build.event()
    const { code, groupId } = await server.build.coupon()
    await addRule({ name: 'pairs only', groupId, conditions: [quantity(2)] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const answer = await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([
      409,
      'rule_blocked',
      'Not now: pairs only',
    ])
    expect((await preview(event, { couponCode: code })).body.code).toBe('rule_blocked')
    expect((await getCart(browser)).body.quote.totalMinor).toBe(6000)
  })
})

describe('a rule about the e-mail address', () => {
  test('makes the cart cheaper once the address is known, and dearer for another address', async () => {
    const event = await server.build.event()
    await addRule({ name: 'Students', percent: 50, conditions: [email('@uni.example')] })
    const browser = server.browser()
    expect((await holdCartOf(browser, event)).body.quote.totalMinor).toBe(6000)
    expect((await startPaymentOf(browser, 'ada@uni.example')).body.totalMinor).toBe(3000)
    expect((await getCart(browser)).body.quote).toMatchObject({
      totalMinor: 3000,
      discounts: [{ label: 'Students', discountMinor: 3000 }],
    })
    // Never more than the cart was shown at.
    expect((await startPaymentOf(browser, 'ada@other.example')).body.totalMinor).toBe(6000)
    expect((await getCart(browser)).body.quote.totalMinor).toBe(6000)
  })

  test('that is switched off after the cart was shown at its price still counts for the address', async () => {
    const event = await server.build.event()
    const ruleId = await addRule({ percent: 50, conditions: [email('@uni.example')] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    expect((await startPaymentOf(browser, 'ada@uni.example')).body.totalMinor).toBe(3000)
    await switchOff(ruleId)
    await addRule({ percent: 20, conditions: [email('@uni.example')] })
    expect((await startPaymentOf(browser, 'Ada@Uni.Example')).body.totalMinor).toBe(3000)
    expect((await startPaymentOf(browser, 'ada@other.example')).body.totalMinor).toBe(6000)
    expect((await startPaymentOf(browser, 'ada@uni.example')).body.totalMinor).toBe(4800)
  })

  test('does not sell its price to another address', async () => {
    const event = await server.build.event()
    await addRule({ name: 'Students', percent: 50, conditions: [email('@uni.example')] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    await startPaymentOf(browser, 'ada@uni.example')
    const intent = await createIntent(browser)
    expect(intent.status).toBe(200)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect([sold.status, sold.body.code]).toEqual([409, 'payment_refunded'])
  })

  test('that blocks refuses the payment, and a client that did not ask gets its money back', async () => {
    const event = await server.build.event()
    await addRule({ name: 'staff', conditions: [email('@example.com')] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const started = await startPaymentOf(browser, 'ada@example.com')
    expect([started.status, started.body.code, started.body.error]).toEqual([
      409,
      'rule_blocked',
      'Not now: staff',
    ])
    const sold = await buy(browser, event)
    expect([sold.status, sold.body.code]).toEqual([409, 'payment_refunded'])
    expect(sold.body.error).toMatch(
      /^The organizer does not sell this at this price to the e-mail address/,
    )
  })

  test('that blocks refuses a free cart', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    await addRule({ name: 'staff', conditions: [email('@example.com')] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const sold = await order(browser, event)
    expect([sold.status, sold.body.code]).toEqual([409, 'rule_blocked'])
  })

  test('does not refuse a payment that was begun before it was made', async () => {
    const event = await server.build.event()
    const browser = server.browser()
    await holdCartOf(browser, event)
    const body = orderBody(event)
    await startPaymentOf(browser, body.email)
    await addRule({ name: 'staff', conditions: [email('@example.com')] })
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    expect((await order(browser, event, intent.body.paymentIntentId)).status).toBe(201)
  })
})

describe('an order with a rule and a coupon', () => {
  test('keeps both discounts when its tickets are exchanged, and its receipt names them', async () => {
    const event = await server.build.event({ types: [{}, { priceMinor: 5000 }] })
    await addRule({ percent: 10 })
    const { code } = await server.build.coupon()
    const browser = server.browser()
    await holdCartOf(browser, event)
    await browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await order(browser, event, intent.body.paymentIntentId)
    expect(sold.status).toBe(201)
    const [, vip = ''] = event.typeIds
    const options = await server
      .browser()
      .send(
        'GET',
        `/api/order-management/${sold.body.order.id}/upgrade-options?email=ada@example.com`,
      )
    expect(options.status).toBe(200)
    // 20.00 dearer, less 10 %, and less 10 % of the rest: 16.20 more for each ticket.
    const [option] = options.body.data.upgradeOptions
    expect([option.toTicketTypeId, option.priceDifference]).toEqual([vip, 16.2])
  })
})
