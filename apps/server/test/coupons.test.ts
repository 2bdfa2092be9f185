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
  type TestServer,
} from '@foyer/testkit'
import { amountOff, percentOff } from '@foyer/testkit/coupons'
import { afterEach, describe, expect, test } from 'vitest'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { expireHolds, getCart, holdCartOf, releaseCart, times } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'
import { intentsOf } from './support/provider.ts'

/** Coupons over real HTTP. races/ covers several processes that compete for the last use. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const PATH = '/api/checkout/carts/12345/coupon'
const apply = (browser: TestBrowser, code: string) => browser.send('POST', PATH, { code })
const remove = (browser: TestBrowser) => browser.send('DELETE', PATH)
const order = (browser: TestBrowser, event: BuiltEvent, intentId?: string) =>
  browser.send('POST', '/api/checkout/orders', orderBody(event, intentId))

/** Two tickets of 30.00, held. */
async function held(plan: Parameters<TestServer['build']['event']>[0] = {}) {
  const event = await server.build.event(plan)
  const browser = server.browser()
  const { body: cart } = await holdCartOf(browser, event)
  return { event, browser, cart }
}

const usageOf = async (codeId: string) => {
  const [row] = await server.sql<{ usage_count: number }>(
    'select usage_count from coupon_codes where id = $1',
    [codeId],
  )
  return row?.usage_count
}

describe('applying a coupon', () => {
  test('reduces the held price, in upper or lower case, and leaves the hold unchanged', async () => {
    const coupon = await server.build.coupon({ code: 'Harbor10' })
    const { browser, cart } = await held({ fee: { ratePpm: 125_000 } })
    const { status, body } = await apply(browser, '  HARBOR10 ')
    expect(status).toBe(200)
    expect(body.quote).toMatchObject({
      coupon: { code: 'Harbor10' },
      subtotalMinor: 6000,
      discountMinor: 600,
      feeMinor: 750,
      totalMinor: 6150,
    })
    expect(body.quote.lines).toMatchObject([{ discountMinor: 600, totalMinor: 6150 }])
    expect(body.expiresAt).toBe(cart.expiresAt)
    expect((await getCart(browser)).body.quote).toEqual(body.quote)
    expect(await usageOf(coupon.codeId)).toBe(1)
  })

  test('knows a code as a letter or a word processor spells it, and one that is stored so first', async () => {
    await server.build.coupon({ code: 'SUMMER-25' })
    await server.build.coupon({ code: 'Winter\u201325' })
    await server.build.coupon({ code: 'Winter-25' })
    const { browser } = await held()
    const applied = async (typed: string) => (await apply(browser, typed)).body.quote?.coupon?.code
    expect(await applied('summer\u201325\u200b')).toBe('SUMMER-25')
    expect(await applied('Summer 25')).toBe('SUMMER-25')
    expect(await applied('winter\u201325')).toBe('Winter\u201325')
    expect(await applied('winter-25')).toBe('Winter-25')
  })

  test('discounts only the ticket type that the coupon names', async () => {
    const { event, browser } = await held({ types: [{}, { priceMinor: 5000 }] })
    await holdCartOf(browser, event, { quantities: [1, 1] })
    const [, vip = ''] = event.typeIds
    const { code } = await server.build.coupon({ discounts: [percentOff(50, vip)] })
    const { body } = await apply(browser, code)
    expect(body.quote.lines.map((line: { totalMinor: number }) => line.totalMinor)).toEqual([
      3000, 2500,
    ])
  })

  test('is idempotent: applying a coupon twice discounts once', async () => {
    const { code, codeId } = await server.build.coupon({ limit: 5 })
    const { browser } = await held()
    const answers = await Promise.all(times(5, () => apply(browser, code)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await usageOf(codeId)).toBe(1)
  })

  test('keeps its discount when its rule or its code changes', async () => {
    const { code, codeId, ruleId } = await server.build.coupon({ discounts: [amountOff(1000)] })
    const { browser } = await held()
    await apply(browser, code)
    await server.sql('update checkout_rules set is_active = false where id = $1', [ruleId])
    await server.sql('update coupon_codes set is_active = false where id = $1', [codeId])
    expect((await getCart(browser)).body.quote.totalMinor).toBe(5000)
  })

  test('uses the rule with the highest priority', async () => {
    const { code, groupId, ruleId } = await server.build.coupon({
      limit: 2,
      discounts: [amountOff(1000)],
    })
    await server.sql(
      `insert into checkout_rules (tenant_id, id, name, trigger_type, coupon_group_id, priority,
         action, valid_from)
       select 1, gen_random_uuid(), p.name, 'coupon_group', $1, p.priority, jsonb_build_object(
         'type', 'discount', 'discounts', jsonb_build_array(jsonb_build_object(
           'ticketTypeId', 'all', 'discountType', 'fixed', 'amountMinor', p.minor))), p.valid_from
       from (values ('first', 2, 1500, null), ('not yet', 3, 2000, now() + interval '1 day'))
         as p(name, priority, minor, valid_from)`,
      [groupId],
    )
    const discountMinor = async () =>
      (await apply((await held()).browser, code)).body.quote.discountMinor
    expect(await discountMinor()).toBe(1500)
    await server.sql('update checkout_rules set priority = 9 where id = $1', [ruleId])
    expect(await discountMinor()).toBe(1000)
  })
})

describe('a coupon is refused', () => {
  test('if the code does not exist, here or in any tenant', async () => {
    const other = await server.build.tenant()
    const theirs = await server.build.coupon({ tenantId: other.tenantId })
    const { browser } = await held()
    for (const code of ['no such code', theirs.code, "' or 1=1 --"]) {
      expect(await apply(browser, code)).toMatchObject({
        status: 404,
        body: {
          code: 'coupon_not_found',
          error: "We don't know this coupon code. Please check it and try again.",
        },
      })
    }
    expect(await usageOf(theirs.codeId)).toBe(0)
  })

  test('if the code is empty or too long', async () => {
    const { browser } = await held()
    for (const code of ['', '   ', 'x'.repeat(65)]) {
      expect(await apply(browser, code)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      })
    }
  })

  test.each<[string, (coupon: { codeId: string; groupId: string; ruleId: string }) => unknown]>([
    ['itself', ({ codeId }) => switchOff('coupon_codes', codeId)],
    ['with its group', ({ groupId }) => switchOff('coupon_groups', groupId)],
    ['with its rule', ({ ruleId }) => switchOff('checkout_rules', ruleId)],
    [
      'by the end of its time',
      ({ ruleId }) =>
        server.sql(`update checkout_rules set valid_until = now() - interval '1 s' where id = $1`, [
          ruleId,
        ]),
    ],
  ])('if it is not active: %s', async (_, end) => {
    const coupon = await server.build.coupon()
    await end(coupon)
    const { browser } = await held()
    expect(await apply(browser, coupon.code)).toMatchObject({
      status: 409,
      body: { code: 'coupon_not_active', error: 'This coupon is not active.' },
    })
  })

  const switchOff = (table: string, id: string) =>
    server.sql(`update ${table} set is_active = false where id = $1`, [id])

  test('if it is for other events or other tickets', async () => {
    const { eventId, typeId } = await server.build.event()
    const ofEvent = await server.build.coupon({ eventIds: [eventId] })
    const ofType = await server.build.coupon({ discounts: [amountOff(500, typeId)] })
    const { browser } = await held()
    for (const { code } of [ofEvent, ofType]) {
      expect(await apply(browser, code)).toMatchObject({
        status: 409,
        body: {
          code: 'coupon_not_applicable',
          error: 'This coupon is not for the tickets in your cart.',
        },
      })
    }
  })

  test('while another cart has claimed its last use', async () => {
    const { code } = await server.build.coupon()
    const [first, second] = [await held(), await held()]
    expect((await apply(first.browser, code)).status).toBe(200)
    expect(await apply(second.browser, code)).toMatchObject({
      status: 409,
      body: {
        code: 'coupon_used_up',
        error: 'This coupon has already been used as often as it can be.',
      },
    })
    expect((await remove(first.browser)).body.quote.discountMinor).toBe(0)
    expect((await apply(second.browser, code)).status).toBe(200)
  })

  test('if the cart expired, does not exist, or belongs to another browser', async () => {
    const { code, codeId } = await server.build.coupon()
    const { event, browser } = await held()
    expect((await apply(server.browser(), code)).body.code).toBe('cart_not_found')
    expect((await remove(server.browser())).body.code).toBe('cart_not_found')
    await expireHolds(server, event.sessionId)
    expect(await apply(browser, code)).toMatchObject({
      status: 410,
      body: { code: 'hold_expired' },
    })
    expect(await remove(browser)).toMatchObject({ status: 410, body: { code: 'hold_expired' } })
    expect(await usageOf(codeId)).toBe(0)
  })
})

describe('the use of a coupon', () => {
  test.each<[string, (of: { browser: TestBrowser; event: BuiltEvent }) => Promise<unknown>]>([
    ['is returned with the cart', ({ browser }) => releaseCart(browser)],
    [
      'is free again once the hold has expired',
      ({ event }) => expireHolds(server, event.sessionId),
    ],
    [
      'is free again once the expired hold was swept',
      async ({ event }) => {
        await expireHolds(server, event.sessionId)
        await sweepHolds(server.foyer.context, defaultTenantOf(server))
      },
    ],
  ])('%s', async (_, end) => {
    const { code, codeId } = await server.build.coupon()
    const first = await held()
    await apply(first.browser, code)
    await end(first)
    const { browser } = await held()
    expect((await apply(browser, code)).status).toBe(200)
    expect(await usageOf(codeId)).toBe(1)
  })

  test('stays with a cart that changes', async () => {
    const { code } = await server.build.coupon()
    const { event, browser } = await held()
    await apply(browser, code)
    const { body } = await holdCartOf(browser, event, { quantities: [3] })
    expect(body.quote).toMatchObject({ discountMinor: 900, coupon: { code } })
    expect((await apply((await held()).browser, code)).body.code).toBe('coupon_used_up')
  })

  test('stays during the grace of a payment in progress', async () => {
    const { code } = await server.build.coupon()
    const { browser } = await held()
    await apply(browser, code)
    await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
    await server.sql(
      `update holds set expires_at = clock_timestamp() - interval '1 second'
       where state = 'held' and browser_id = $1`,
      [browser.id],
    )
    expect((await apply((await held()).browser, code)).body.code).toBe('coupon_used_up')
    expect((await getCart(browser)).body.quote.coupon).toMatchObject({ code })
  })

  test('is not returned by a refund', async () => {
    const { code, codeId } = await server.build.coupon()
    const { event, browser } = await held()
    await apply(browser, code)
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    const { body: bought } = await order(browser, event, intent.paymentIntentId)
    expect((await giveBack(server, bought.orderId)).ok).toBe(true)
    expect(await usageOf(codeId)).toBe(1)
    expect((await apply((await held()).browser, code)).body.code).toBe('coupon_used_up')
  })
})

describe('paying with a coupon', () => {
  test('charges the rest, and the order shows the coupon', async () => {
    const { code, codeId } = await server.build.coupon({ discounts: [amountOff(1000)] })
    const { event, browser } = await held()
    await apply(browser, code)
    const { body: intent } = await createIntent(browser)
    expect(intent.amount).toBe(50)
    await confirmCard(browser, intent, CARDS.success)
    const { status, body } = await order(browser, event, intent.paymentIntentId)
    expect(status).toBe(201)
    expect(body.order).toMatchObject({ promoCode: code, totalAmount: 50, subtotal: 60 })
    const { body: view } = await browser.send('GET', `/api/orders/${body.orderId}`)
    expect(view.order).toMatchObject({ promoCode: code, quote: { discountMinor: 1000 } })
    const uses = await server.sql(
      'select state, order_id, discount_minor from coupon_uses where code_id = $1',
      [codeId],
    )
    expect(uses).toEqual([{ state: 'spent', order_id: body.orderId, discount_minor: 1000 }])
    await deliverMails(server)
    const mails = (await server.foyer.context.mailer.mailbox?.list()) ?? []
    const mail = mails.find(({ text }) => text.includes(code))
    expect(mail?.text).toContain(`Discount (${code}): -$10.00`)
    expect(mail?.text).toContain('Total paid: $50.00')
  })

  test('is optional: without a coupon the order has no promo code', async () => {
    const event = await server.build.event()
    expect((await buy(server.browser(), event)).body.order.promoCode).toBeNull()
  })

  test('lowers the open payment to the new total, and raises it when the coupon is removed', async () => {
    const { code } = await server.build.coupon({ discounts: [amountOff(1000)] })
    const { event, browser } = await held()
    const { body: before } = await createIntent(browser)
    await apply(browser, code)
    const { body: after } = await createIntent(browser)
    expect(after).toMatchObject({ paymentIntentId: before.paymentIntentId, amount: 50 })
    await remove(browser)
    expect((await createIntent(browser)).body).toMatchObject({ amount: 60 })
    await apply(browser, code)
    const { body: last } = await createIntent(browser)
    expect(await intentsOf(server, '12345')).toContainEqual(
      expect.objectContaining({ id: last.paymentIntentId, amount: 5000 }),
    )
    await confirmCard(browser, last, CARDS.success)
    expect((await order(browser, event, last.paymentIntentId)).body.order.promoCode).toBe(code)
  })

  test('spends the coupon that has replaced another of the same value', async () => {
    const [first, second] = await Promise.all([server.build.coupon(), server.build.coupon()])
    const { event, browser } = await held()
    await apply(browser, first.code)
    const { body: before } = await createIntent(browser)
    await apply(browser, second.code)
    const { body: after } = await createIntent(browser)
    expect(after).toMatchObject({ paymentIntentId: before.paymentIntentId, amount: 54 })
    await confirmCard(browser, after, CARDS.success)
    const { body } = await order(browser, event, after.paymentIntentId)
    expect(body.order.promoCode).toBe(second.code)
    expect([await usageOf(first.codeId), await usageOf(second.codeId)]).toEqual([0, 1])
  })

  test('does not change a full-price payment in progress, and the coupon is not spent', async () => {
    const { code, codeId } = await server.build.coupon()
    const { event, browser } = await held()
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    expect((await apply(browser, code)).status).toBe(200)
    const { status, body } = await order(browser, event, intent.paymentIntentId)
    expect(status).toBe(201)
    expect(body.order).toMatchObject({ totalAmount: 60, promoCode: null })
    expect((await apply((await held()).browser, code)).status).toBe(200)
    expect(await usageOf(codeId)).toBe(1)
  })

  test('needs no card if it covers 100 %, fees included', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(100)] })
    const { event, browser } = await held({ fee: { flatMinor: 250 } })
    expect((await apply(browser, code)).body.quote).toMatchObject({ totalMinor: 0, feeMinor: 0 })
    const { status, body } = await order(browser, event)
    expect(status).toBe(201)
    expect(body.order).toMatchObject({ totalAmount: 0, promoCode: code, paymentId: null })
    expect((await order(browser, event)).body.orderId).toBe(body.orderId)
  })

  test('charges again after the coupon is removed', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(100)] })
    const { event, browser } = await held()
    await apply(browser, code)
    await remove(browser)
    expect(await order(browser, event)).toMatchObject({
      status: 402,
      body: { code: 'payment_not_succeeded', details: { expectedAmount: 60 } },
    })
  })

  test('is refused if the rest is below the least card charge; paying without the coupon works', async () => {
    const { code } = await server.build.coupon({ discounts: [amountOff(5951)] })
    const { browser } = await held()
    expect((await apply(browser, code)).body.quote.totalMinor).toBe(49)
    expect(await createIntent(browser)).toMatchObject({
      status: 400,
      body: { code: 'amount_too_low', error: 'The minimum payment amount is $0.50.' },
    })
    await remove(browser)
    expect((await createIntent(browser)).body.amount).toBe(60)
  })

  test.each([
    ['becomes an order if its coupon is still free', false, 201],
    ['is refunded if another cart has the last use of its coupon', true, 409],
  ])('after the hold has expired leads to a payment that %s', async (_, isTaken, expected) => {
    const { code, codeId } = await server.build.coupon()
    const { event, browser } = await held()
    await apply(browser, code)
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    await expireHolds(server, event.sessionId)
    if (isTaken) expect((await apply((await held()).browser, code)).status).toBe(200)
    const { status } = await order(browser, event, intent.paymentIntentId)
    expect(status).toBe(expected)
    expect(await usageOf(codeId)).toBe(1)
  })
})
