/** @module-tag night */
import type { Discount, RuleCondition } from '@foyer/domain'
import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import type { RulePlan } from '@foyer/testkit/builder'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { getCart, holdCartOf, stockOf } from './support/calls.ts'
import { giveBack } from './support/money.ts'

/** Random carts under random checkout rules, bought over HTTP while an organizer changes the rules. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const SEED = 20261124
const ADDRESS = 'ada@uni.example'

interface RandomRule extends Pick<RulePlan, 'priority' | 'combines' | 'message'> {
  conditions: readonly RuleCondition[]
  /** `of`: 'all', or the position of a type. */
  discount: { of: number | 'all'; percent: number } | { of: number | 'all'; amountMinor: number }
}

interface Purchase {
  quantities: [number, number]
  addOns: [number, number]
  rules: readonly RandomRule[]
  couponRules: readonly RandomRule[]
  entersCoupon: boolean
  /** What the organizer does between the hold and the payment. */
  change: 'nothing' | 'all rules off' | 'all other way round' | 'a block'
}

const anyCondition: fc.Arbitrary<RuleCondition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('totalAmount', 'orderTotal'),
    operator: fc.constantFrom('>', '>=', '<', '<='),
    value: fc.constantFrom(30, 65.5, 100, 140),
  }),
  fc.record({
    field: fc.constant('quantity'),
    operator: fc.constantFrom('>=', '<', '=', '!='),
    value: fc.constantFrom(1, 2, 3),
  }),
  fc.record({
    field: fc.constant('customerEmail'),
    operator: fc.constantFrom('contains', '!='),
    value: fc.constantFrom('@uni.example', 'bob'),
  }),
)

const anyOf = fc.constantFrom<(number | 'all')[]>('all', 'all', 0, 1)
const anyRule = (blocks: number): fc.Arbitrary<RandomRule> =>
  fc.record({
    priority: fc.nat({ max: 3 }),
    combines: fc.boolean(),
    conditions: fc.array(anyCondition, { maxLength: 2 }),
    message: fc.oneof(
      { weight: 12, arbitrary: fc.constant('') },
      { weight: blocks, arbitrary: fc.constant('Not like this') },
    ),
    discount: fc.oneof(
      fc.record({ of: anyOf, percent: fc.integer({ min: 1, max: 100 }) }),
      fc.record({ of: anyOf, amountMinor: fc.integer({ min: 1, max: 9000 }) }),
    ),
  })

const anyPurchase: fc.Arbitrary<Purchase> = fc.record({
  quantities: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat({ max: 2 })),
  addOns: fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })),
  rules: fc.array(anyRule(1), { maxLength: 5 }),
  couponRules: fc.array(anyRule(0), { maxLength: 2 }),
  entersCoupon: fc.boolean(),
  change: fc.constantFrom('nothing', 'all rules off', 'all other way round', 'a block'),
})

async function openEvent({ rules, couponRules }: Purchase) {
  await server.sql('update checkout_rules set is_active = false')
  const event = await server.build.event({
    types: [{ priceMinor: 2999 }, { priceMinor: 1550 }],
    fee: { ratePpm: 125_000 },
    addOns: [{ priceMinor: 500, capacity: 3 }, { priceMinor: 725 }],
  })
  const discountOf = ({ of, ...what }: RandomRule['discount']): Discount => {
    const ticketTypeId = of === 'all' ? of : (event.typeIds[of] ?? '')
    return 'percent' in what
      ? { ticketTypeId, discountType: 'percentage', ratePpm: what.percent * 10_000 }
      : { ticketTypeId, discountType: 'fixed', amountMinor: what.amountMinor }
  }
  const { code, groupId } = await server.build.coupon({ limit: 2 })
  const build = ({ discount, ...rule }: RandomRule, more: Partial<RulePlan>) =>
    server.build.rule({ ...rule, discounts: [discountOf(discount)], ...more })
  for (const rule of rules) await build(rule, { eventIds: [event.eventId] })
  for (const rule of couponRules) await build(rule, { groupId, combines: true })
  return { event, code }
}

async function changeRules(change: Purchase['change'], { eventId }: BuiltEvent): Promise<void> {
  if (change === 'all rules off') {
    await server.sql('update checkout_rules set is_active = false where trigger_type = $1', [
      'automatic',
    ])
  }
  if (change === 'all other way round') {
    await server.sql('update checkout_rules set priority = -priority, combines = not combines')
  }
  if (change === 'a block') {
    await server.build.rule({ message: 'Closed', priority: 99, eventIds: [eventId] })
  }
}

/** Buys as a browser does, and compares the totals in the order in which the buyer saw them. */
async function buyRandom(purchase: Purchase): Promise<void> {
  const { event, code } = await openEvent(purchase)
  const browser = server.browser()
  const addOns = purchase.addOns.flatMap((quantity, index) =>
    quantity > 0 ? [{ addOnId: event.addOnIds[index] ?? '', quantity }] : [],
  )
  const tickets = purchase.quantities.flatMap((quantity, index) =>
    quantity > 0 ? [{ ticketTypeId: event.typeIds[index], quantity }] : [],
  )
  const { eventId, sessionId } = event
  const quote = (more: object = {}) =>
    browser.send('POST', '/api/quote', { eventId, sessionId, tickets, addOns, ...more })

  const quoted = await quote()
  const held = await holdCartOf(browser, event, { quantities: purchase.quantities, addOns })
  if (quoted.status === 409) {
    expect([held.status, held.body]).toEqual([quoted.status, quoted.body])
    expect(await stockOf(server, sessionId)).toEqual({ held: 0, sold: 0 })
    expect((await sendOrder(browser, event)).status).toBeGreaterThanOrEqual(400)
    return
  }
  expect(held.status).toBe(201)
  expect(held.body.quote.totalMinor).toBe(quoted.body.quote.totalMinor)

  const shown: number[] = [held.body.quote.totalMinor]
  if (purchase.entersCoupon) {
    const previewed = await quote({ couponCode: code })
    const { status, body } = await browser.send('POST', '/api/checkout/carts/12345/coupon', {
      code,
    })
    expect([status, body.quote?.totalMinor]).toEqual([
      previewed.status,
      previewed.body.quote?.totalMinor,
    ])
    if (status === 200) shown.push(body.quote.totalMinor)
  }

  await changeRules(purchase.change, event)
  shown.push((await getCart(browser)).body.quote.totalMinor)
  const contact = { ...BUYER.contact, email: ADDRESS }
  const begun = await browser.send('POST', '/api/checkout/carts/12345/payment', { contact })
  if (begun.status === 409) {
    expect(begun.body.code).toBe('rule_blocked')
    expect((await sendOrder(browser, event)).status).toBeGreaterThanOrEqual(400)
    return
  }
  shown.push(begun.body.totalMinor)
  // What was shown for the address stays, whatever the rules are now.
  await server.sql('update checkout_rules set is_active = false')
  const again = await browser.send('POST', '/api/checkout/carts/12345/payment', { contact })
  shown.push(again.body.totalMinor)

  let intentId: string | undefined
  const total = shown.at(-1) ?? -1
  if (total > 0) {
    const intent = await createIntent(browser)
    if (total < 50) return expect(intent.body.code).toBe('amount_below_minimum')
    expect(intent.status).toBe(200)
    intentId = intent.body.paymentIntentId
    await confirmCard(browser, intent.body, CARDS.success)
  }
  const sold = await sendOrder(browser, event, intentId)
  expect(sold.status).toBe(201)
  const { id, quote: receipt } = sold.body.order
  shown.push(receipt.totalMinor)
  expect(shown.every((each) => each >= 0)).toBe(true)
  expect(shown).toEqual([...shown].sort((a, b) => b - a))
  await expectBalanced(id, receipt, total)
}

const sendOrder = (browser: TestBrowser, event: BuiltEvent, intentId?: string) => {
  const body = orderBody(event, intentId)
  return browser.send('POST', '/api/checkout/orders', { ...body, email: ADDRESS })
}

/** Each rule's part is recorded, and a refund of everything gives back what was paid. */
async function expectBalanced(
  orderId: string,
  { discountMinor }: { discountMinor: number },
  paidMinor: number,
): Promise<void> {
  const [{ used = -1 } = {}] = await server.sql<{ used: number }>(
    'select coalesce(sum(discount_minor), 0)::integer as used from rule_usage where order_id = $1',
    [orderId],
  )
  expect(used).toBe(discountMinor)
  if (paidMinor === 0) return
  expect((await giveBack(server, orderId, { kind: 'whole', withFees: true })).ok).toBe(true)
  const [{ refunded = -1 } = {}] = await server.sql<{ refunded: number }>(
    `select sum(r.amount_minor)::integer as refunded from refunds r
     join payments p on p.id = r.payment_id where p.order_id = $1`,
    [orderId],
  )
  expect(refunded).toBe(paidMinor)
}

test(
  'random carts cost at the hold what was quoted, never get dearer, and are not sold if a rule blocks',
  {
    timeout: 120_000,
  },
  () =>
    fc.assert(fc.asyncProperty(anyPurchase, buyRandom), {
      numRuns: 60,
      seed: SEED,
      interruptAfterTimeLimit: 100_000,
    }),
)
