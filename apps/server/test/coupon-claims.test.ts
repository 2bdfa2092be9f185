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
import { percentOff } from '@foyer/testkit/coupons'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf } from './support/calls.ts'

/** The claim of a coupon when its cart is held again. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const apply = (browser: TestBrowser, code: string) =>
  browser.send('POST', '/api/checkout/carts/12345/coupon', { code })
const quoteOf = async (browser: TestBrowser) => (await getCart(browser)).body.quote

/** One ticket of 100.00 with a code for 50 % off that has one use. */
async function claimed() {
  const event = await server.build.event({
    types: [{ priceMinor: 10_000 }, { priceMinor: 10_000 }],
  })
  const coupon = await server.build.coupon({ discounts: [percentOff(50)] })
  const browser = server.browser()
  await holdCartOf(browser, event, { quantities: [1] })
  await apply(browser, coupon.code)
  return { event, coupon, browser }
}

/** Ways in which an organizer ends a coupon. */
const ENDS: [
  string,
  (coupon: { codeId: string; groupId: string; ruleId: string }) => Promise<unknown>,
][] = [
  [
    'its code is switched off',
    ({ codeId }) => server.sql('update coupon_codes set is_active = false where id = $1', [codeId]),
  ],
  [
    'its group is switched off',
    ({ groupId }) =>
      server.sql('update coupon_groups set is_active = false where id = $1', [groupId]),
  ],
  [
    'its rule is switched off',
    ({ ruleId }) =>
      server.sql('update checkout_rules set is_active = false where id = $1', [ruleId]),
  ],
  [
    'its rule is over',
    ({ ruleId }) =>
      server.sql(
        `update checkout_rules set valid_until = clock_timestamp() - interval '1 second'
         where id = $1`,
        [ruleId],
      ),
  ],
]

describe.each(ENDS)('a claimed coupon when %s', (_, end) => {
  test('applies to its earlier lines, not to lines added later, and is returned by a new hold', async () => {
    const { event, coupon, browser } = await claimed()
    await end(coupon)
    expect(await quoteOf(browser)).toMatchObject({ discountMinor: 5000, totalMinor: 5000 })
    await holdLineOf(browser, event, { typeId: event.typeIds[1] ?? '', quantity: 8 })
    expect(await quoteOf(browser)).toMatchObject({ discountMinor: 5000, totalMinor: 85_000 })
    await holdCartOf(browser, event, { quantities: [8] })
    expect(await quoteOf(browser)).toMatchObject({ discountMinor: 0, totalMinor: 80_000 })
    const uses = await server.sql('select state from coupon_uses where code_id = $1', [
      coupon.codeId,
    ])
    expect(uses).toEqual([{ state: 'returned' }])
  })
})

test.each(ENDS)(
  'at the moment when %s, each cart keeps its coupon or is refused it',
  async (_, end) => {
    const carts = 8
    const coupon = await server.build.coupon({ limit: carts, discounts: [percentOff(50)] })
    const buyers = await Promise.all(
      Array.from({ length: carts }, async () => {
        const event = await server.build.event({ types: [{ priceMinor: 10_000 }] })
        const browser = server.browser()
        await holdCartOf(browser, event, { quantities: [1] })
        return { event, browser }
      }),
    )
    const [, ...answers] = await Promise.all([
      end(coupon),
      ...buyers.map(({ browser }) => apply(browser, coupon.code)),
    ])
    for (const [index, { event, browser }] of buyers.entries()) {
      const isGranted = answers[index]?.status === 200
      if (!isGranted) expect(answers[index]?.body.code).toBe('coupon_not_active')
      const { totalMinor } = await quoteOf(browser)
      expect(totalMinor).toBe(isGranted ? 5000 : 10_000)
      const intent = await createIntent(browser)
      await confirmCard(browser, intent.body, CARDS.success)
      const body = orderBody(event, intent.body.paymentIntentId)
      const sold = await browser.send('POST', '/api/checkout/orders', body)
      expect([sold.status, sold.body.order?.quote.totalMinor]).toEqual([201, totalMinor])
    }
    const granted = answers.filter(({ status }) => status === 200).length
    const uses = await server.sql('select from rule_usage where rule_id = $1', [coupon.ruleId])
    expect(uses).toHaveLength(granted)
  },
)

describe('a claimed coupon that is still valid', () => {
  test('applies to lines added later and to a new hold, by its current rule', async () => {
    const { event, coupon, browser } = await claimed()
    await holdLineOf(browser, event, { typeId: event.typeIds[1] ?? '', quantity: 1 })
    expect((await quoteOf(browser)).discountMinor).toBe(10_000)
    await server.sql('update checkout_rules set action = $1 where id = $2', [
      JSON.stringify({ type: 'discount', discounts: [percentOff(10)] }),
      coupon.ruleId,
    ])
    expect((await quoteOf(browser)).discountMinor).toBe(10_000)
    await holdCartOf(browser, event, { quantities: [3] })
    expect((await quoteOf(browser)).discountMinor).toBe(3000)
  })

  test('ends when the first hold could last no longer, however often the cart is held again', async () => {
    const { event, coupon, browser } = await claimed()
    const [use] = await server.sql<{ seconds: number }>(
      `select extract(epoch from u.claimed_until - h.created_at)::integer as seconds
       from coupon_uses u join holds h on h.id = u.hold_id where u.code_id = $1`,
      [coupon.codeId],
    )
    expect(use?.seconds).toBe((15 + 10 + 5) * 60)
    const end = () => claimEnd(coupon.codeId)
    const fixed = await end()
    for (const quantity of [2, 3]) await holdCartOf(browser, event, { quantities: [quantity] })
    await apply(browser, coupon.code)
    expect(await end()).toEqual(fixed)

    const rival = await rivalOf(event)
    expect((await apply(rival, coupon.code)).body.code).toBe('coupon_used_up')
    await server.sql(
      'update coupon_uses set claimed_until = clock_timestamp() where code_id = $1',
      [coupon.codeId],
    )
    // The tickets are still held, at their full price, and the use is free for others.
    expect(await quoteOf(browser)).toMatchObject({ discountMinor: 0, totalMinor: 30_000 })
    expect((await apply(rival, coupon.code)).status).toBe(200)
    await holdCartOf(browser, event, { quantities: [1] })
    expect((await quoteOf(browser)).discountMinor).toBe(0)
  })

  const claimEnd = async (codeId: string) =>
    (
      await server.sql<{ until: Date }>(
        `select claimed_until as until from coupon_uses
         where code_id = $1 and state = 'claimed'`,
        [codeId],
      )
    )[0]?.until

  async function rivalOf(event: BuiltEvent): Promise<TestBrowser> {
    const rival = server.browser()
    await holdCartOf(rival, event, { quantities: [1] })
    return rival
  }
})
