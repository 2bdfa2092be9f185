import {
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  serverForTests,
} from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { holdCartOf } from './support/calls.ts'
import { member, type TestPerson } from './support/staff.ts'
import { watchWrites } from './support/writes.ts'

/** The simulator of checkout rules against the quote, the payment and the order, over real HTTP. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
const SIMULATE = '/api/admin/checkout-rules/simulate'
let owner: TestPerson
beforeAll(async () => {
  owner = await member(server, 'owner')
})
beforeEach(() => server.sql('update checkout_rules set is_active = false'))

async function addRule(name: string, more: object = {}): Promise<string> {
  const { status, body } = await owner.browser.send('POST', '/api/createCheckoutRule', {
    name,
    triggerType: 'automatic',
    conditions: { rules: [{ field: 'quantity', operator: '>=', value: 1 }] },
    action: {
      type: 'discount',
      discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: 10 }],
    },
    ...more,
  })
  expect([status, body.code]).toEqual([201, undefined])
  return String(body.id)
}

const when = (field: string, operator: string, value: string | number) => ({
  conditions: { rules: [{ field, operator, value }] },
})
const block = (message: string) => ({ action: { type: 'block', message } })

const cartOf = (event: BuiltEvent, quantity = 2) => ({
  eventId: event.eventId,
  sessionId: event.sessionId,
  tickets: [{ ticketTypeId: event.typeId, quantity }],
})
const simulate = (body: object) => owner.browser.send('POST', SIMULATE, body)
const quote = (body: object) => server.browser().send('POST', '/api/quote', body)

interface Shown {
  ruleId: string
  outcome: string
  discountMinor: number
  conditions: unknown[]
}
/** What a simulation says of rules, in the order of `ids`. */
const outcomes = ({ rules }: { rules: Shown[] }, ...ids: string[]) =>
  ids.map((id) => rules.find(({ ruleId }) => ruleId === id)?.outcome)

describe('a simulated cart', () => {
  test('agrees with the quote on some hundred random carts and rules', {
    tags: ['night'],
  }, async () => {
    const event = await server.build.event({
      types: [{ priceMinor: 3000 }, { priceMinor: 4550 }, { dynamicMinor: 1999 }],
      fee: { ratePpm: 125_000 },
      tax: { ratePpm: 80_000, isInclusive: false },
      addOns: [{ priceMinor: 1599 }],
      sessions: 2,
    })
    const coupon = await server.build.coupon({ code: 'RANDOM', limit: 1000 })
    const anyRule = fc.record({
      priority: fc.integer({ min: 0, max: 5 }),
      combines: fc.boolean(),
      shape: fc.constantFrom(
        when('quantity', '>=', 3),
        when('totalAmount', '>', 100),
        when('orderTotal', '<=', 150),
        when('dayOfWeek', '!=', 2),
        when('sessionTime', '=', '10:00'),
        when('ticketType', 'contains', 'type'),
        when('customerEmail', 'contains', 'example'),
        { ...when('quantity', '>', 6), ...block('Ask us for groups') },
      ),
      discount: fc.record({
        ticketTypeId: fc.constantFrom('all', ...event.typeIds),
        discountType: fc.constantFrom('percentage', 'fixed'),
        value: fc.integer({ min: 1, max: 60 }),
      }),
      isOfCoupon: fc.boolean(),
    })
    const anyBody = fc.record({
      tickets: fc
        .tuple(
          fc.subarray(event.typeIds, { minLength: 1 }),
          fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 3, maxLength: 3 }),
        )
        .map(([ids, counts]) =>
          ids.map((ticketTypeId, index) => ({ ticketTypeId, quantity: counts[index] ?? 1 })),
        ),
      addOns: fc.constantFrom([], [{ addOnId: event.addOnIds[0], quantity: 2 }]),
      couponCode: fc.constantFrom(undefined, 'random', 'UNKNOWN'),
      sessionId: fc.constantFrom(undefined, ...event.sessionIds),
    })
    const groupId = await groupOf(coupon.codeId)
    const ways = new Map<string, number>()
    const worlds = fc.sample(fc.array(anyRule, { minLength: 1, maxLength: 6 }), {
      seed: 19,
      numRuns: 20,
    })
    for (const [index, rules] of worlds.entries()) {
      await server.sql('update checkout_rules set is_active = false')
      for (const { shape, discount, isOfCoupon, priority, combines } of rules) {
        await addRule('Random', {
          priority,
          combines,
          ...(isOfCoupon && { triggerType: 'coupon_group', couponGroupId: groupId }),
          action: { type: 'discount', discounts: [discount] },
          ...shape,
        })
      }
      for (const body of fc.sample(anyBody, { seed: index, numRuns: 15 })) {
        const cart = { eventId: event.eventId, ...body }
        const [quoted, simulated] = await Promise.all([quote(cart), simulate(cart)])
        expect(simulated.status).toBe(200)
        const { block: refusing } = simulated.body
        const code = refusing ? 'blocked' : String(quoted.body.code)
        const way = quoted.status === 200 ? 'priced' : code
        ways.set(way, (ways.get(way) ?? 0) + 1)
        if (way === 'priced') {
          expect(simulated.body.quote).toEqual(quoted.body.quote)
          expect(simulated.body).toMatchObject({ refusal: null, block: null })
        } else if (way === 'blocked' && quoted.body.code === 'rule_blocked') {
          expect(refusing.message).toBe(quoted.body.error)
        } else {
          expect(simulated.body.coupon.refusal.code).toBe(quoted.body.code)
        }
      }
    }
    expect([...ways.values()].reduce((sum, count) => sum + count)).toBe(300)
    for (const way of ['priced', 'blocked', 'coupon_not_found', 'coupon_not_applicable']) {
      expect([way, ways.get(way) ?? 0]).not.toEqual([way, 0])
    }
  })

  test('says of every rule what became of it, and of every condition what the cart had', async () => {
    const event = await server.build.event()
    const other = await server.build.event()
    const first = await addRule('First', { priority: 9, ...when('totalAmount', '>', 45) })
    const second = await addRule('Second', { priority: 8 })
    const dear = await addRule('Dear', { priority: 7, ...when('totalAmount', '>', 100) })
    const elsewhere = await addRule('Elsewhere', {
      applyToAllEvents: false,
      applicableEvents: [other.eventId],
    })
    const off = await addRule('Off', { isActive: false })
    const ended = await addRule('Ended', { validUntil: '2020-01-01T00:00:00Z' })
    const early = await addRule('Early', { validFrom: '2099-01-01T00:00:00Z' })
    const coupon = await server.build.coupon({ code: 'READERS' })
    const ofGroup = await addRule('Readers', {
      triggerType: 'coupon_group',
      couponGroupId: await groupOf(coupon.codeId),
    })
    const { status, body } = await simulate(cartOf(event))
    expect(status).toBe(200)
    const ids = [first, second, dear, elsewhere, off, ended, early, ofGroup]
    expect(outcomes(body, ...ids)).toEqual([
      'applied',
      'after_another',
      'conditions_not_met',
      'other_event',
      'off',
      'ended',
      'not_yet',
      'no_code',
    ])
    const shownOf = (id: string) => body.rules.find(({ ruleId }: Shown) => ruleId === id)
    expect(shownOf(dear).conditions).toEqual([
      { field: 'totalAmount', operator: '>', value: 100, holds: false, actual: ['6000'] },
    ])
    expect(shownOf(first)).toMatchObject({ discountMinor: 600, conditions: [{ holds: true }] })
    expect(shownOf(off).conditions).toEqual([
      { field: 'quantity', operator: '>=', value: 1, holds: true, actual: ['2'] },
    ])
  })

  test('judges rules at the moment that is asked for', async () => {
    const event = await server.build.event({ inDays: 900 })
    const evening = await addRule('Evening', when('timeOfDay', '>=', '18:00'))
    const later = await addRule('Later', {
      priority: 5,
      validFrom: '2028-01-01T00:00:00Z',
      validUntil: '2028-02-01T00:00:00Z',
    })
    // 19:00 in New York, where the venue is.
    const at = '2027-12-01T19:00:00-05:00'
    const { body } = await simulate({ ...cartOf(event), at })
    expect(body.at).toBe('2027-12-02T00:00:00.000Z')
    expect(outcomes(body, evening, later)).toEqual(['applied', 'not_yet'])
    const morning = await simulate({ ...cartOf(event), at: '2028-01-10T15:00:00Z' })
    expect(outcomes(morning.body, evening, later)).toEqual(['conditions_not_met', 'applied'])
  })

  test('shows what refuses it: a rule, the coupon, or what a buyer may not choose', async () => {
    const event = await server.build.event()
    const blocking = await addRule('Groups', { ...when('quantity', '>=', 3), ...block('Ask us') })
    const blocked = await simulate(cartOf(event, 3))
    expect(blocked.body).toMatchObject({
      refusal: null,
      block: { ruleId: blocking, message: 'Ask us' },
      quote: { totalMinor: 9000 },
    })
    const spent = await server.build.coupon({ code: 'SPENT', discounts: [percentOff(50)] })
    await server.sql('update coupon_codes set usage_count = usage_limit where id = $1', [
      spent.codeId,
    ])
    const used = await simulate({ ...cartOf(event), couponCode: 'spent' })
    expect(used.body).toMatchObject({
      coupon: { code: 'SPENT', refusal: { code: 'coupon_used_up' } },
      quote: { discountMinor: 0 },
    })
    expect(used.body.rules.map(({ outcome }: Shown) => outcome)).toContain('coupon_refused')
    await server.sql("update sessions set status = 'cancelled' where id = $1", [event.sessionId])
    const closed = await simulate(cartOf(event))
    expect([closed.status, closed.body.refusal.code, closed.body.rules]).toEqual([
      200,
      'sales_closed',
      [],
    ])
    await server.sql('update events set is_published = false where id = $1', [event.eventId])
    expect((await simulate(cartOf(event))).body.refusal.message).toMatch(/not published/)
    const { eventId } = await server.build.event({
      tenantId: (await server.build.tenant()).tenantId,
    })
    expect((await simulate({ ...cartOf(event), eventId })).status).toBe(404)
  })

  test('with an e-mail address costs what is charged to a buyer with it', async () => {
    const event = await server.build.event()
    const all = await addRule('All', { priority: 1 })
    const staff = await addRule('Staff', {
      ...when('customerEmail', 'contains', '@staff.example'),
      action: {
        type: 'discount',
        discounts: [{ ticketTypeId: 'all', discountType: 'percentage', value: 50 }],
      },
    })
    const email = 'ada@staff.example'
    const { body } = await simulate({ ...cartOf(event), customerEmail: email })
    expect(outcomes(body, all, staff)).toEqual(['replaced', 'applied'])
    const browser = server.browser()
    await holdCartOf(browser, event)
    const paid = await browser.send('POST', '/api/checkout/carts/12345/payment', {
      contact: { ...BUYER.contact, email },
    })
    expect(paid.body.totalMinor).toBe(body.quote.totalMinor)
    expect(body.quote.totalMinor).toBe(3000)
  })

  test('writes nothing, and counts no use of a code', async () => {
    const event = await server.build.event()
    await addRule('All')
    await server.build.coupon({ code: 'COUNTED', limit: 1 })
    const orderId = (await buy(server.browser(), event)).body.order.id
    await simulate(cartOf(event))
    const written = await watchWrites(server)
    for (const more of [{ couponCode: 'COUNTED' }, { customerEmail: 'a@b.example' }, {}]) {
      expect((await simulate({ ...cartOf(event), ...more })).status).toBe(200)
    }
    expect((await simulated(orderId)).status).toBe(200)
    expect(await written()).toEqual([])
  })
})

const simulated = (order: string) =>
  owner.browser.send(
    'GET',
    `/api/admin/checkout-rules/simulated-order?order=${encodeURIComponent(order)}`,
  )

describe('a past order', () => {
  test('is judged again as it was bought, beside what rules took off then', async () => {
    const event = await server.build.event({
      fee: { ratePpm: 125_000 },
      addOns: [{ priceMinor: 500 }],
    })
    const rule = await addRule('Early birds')
    const browser = server.browser()
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    await holdCartOf(browser, event, { quantities: [2], addOns })
    const intent = await createIntent(browser)
    await confirmCard(browser, intent.body, CARDS.success)
    const sold = await browser.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.body.paymentIntentId),
    )
    const { id, orderNumber, quote: bought } = sold.body.order
    const same = await simulated(`#${orderNumber}`)
    expect(same.status).toBe(200)
    expect(same.body.quote.totalMinor).toBe(bought.totalMinor)
    expect(same.body.order).toMatchObject({
      id,
      totalMinor: bought.totalMinor,
      rules: [{ ruleId: rule, name: 'Early birds', discountMinor: 600 }],
    })
    await server.sql('update checkout_rules set is_active = false where id = $1', [rule])
    await server.sql('update ticket_types set price_minor = 9900 where id = $1', [event.typeId])
    const today = await simulated(id)
    expect(outcomes(today.body, rule)).toEqual(['off'])
    expect(today.body.quote).toMatchObject({ subtotalMinor: 6500, discountMinor: 0 })
    expect(today.body.order.rules).toHaveLength(1)
  })

  test('that nobody knows, or that another organizer sold, is not found', async () => {
    const { tenantId, slug } = await server.build.tenant()
    await server.foyer.context.tenants.reload()
    const theirs = await member(server, 'owner', tenantId)
    const event = await server.build.event()
    const orderId = (await buy(server.browser(), event)).body.order.id
    expect((await simulated('#00000000')).status).toBe(404)
    expect((await simulated('anything')).status).toBe(404)
    expect((await simulated(orderId)).status).toBe(200)
    const foreign = await theirs.browser.send(
      'GET',
      `/api/admin/checkout-rules/simulated-order?order=${orderId}`,
      undefined,
      { 'x-brand-path': slug },
    )
    expect(foreign.status).toBe(404)
  })
})

async function groupOf(codeId: string): Promise<string> {
  const [row] = await server.sql<{ id: string }>(
    'select group_id as id from coupon_codes where id = $1',
    [codeId],
  )
  return row?.id ?? ''
}
