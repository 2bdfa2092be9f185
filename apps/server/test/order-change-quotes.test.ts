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
import { snapshotOf } from './support/snapshot.ts'

/** Quotes of order changes over HTTP and PostgreSQL. The sums themselves are in docs/pricing.md. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  here: string
  there: string
}

const THREE_TYPES = [
  { name: 'General Admission', priceMinor: 2999 },
  { name: 'Fast Pass', priceMinor: 3999 },
  { name: 'Platinum VIP', priceMinor: 5999 },
]

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
const upgradeQuotes = (browser: TestBrowser, orderId: string, typeId: string, quantity = 2) =>
  browser.send(
    'GET',
    `/api/order-management/${orderId}/upgrade-quotes?ticketTypeId=${typeId}&quantity=${quantity}`,
  )
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
    const before = await snapshotOf(server)
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
    expect(await snapshotOf(server)).toEqual(before)
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
})

describe('the quotes of an upgrade', () => {
  test('exist for each type with a higher price, cheapest first, with fees', async () => {
    const { browser, orderId, event } = await bought({
      types: THREE_TYPES,
      fee: { flatMinor: 250 },
    })
    const { status, body } = await upgradeQuotes(browser, orderId, event.typeId)
    expect(status).toBe(200)
    expect(body.quantity).toBe(2)
    expect(body.current).toEqual({ ticketTypeId: event.typeId, name: 'General Admission' })
    expect(
      body.options.map((option: { name: string; eachMinor: number; change: object }) => [
        option.name,
        option.eachMinor,
        option.change,
      ]),
    ).toMatchObject([
      ['Fast Pass', 1000, { differenceMinor: 2000, dueMinor: 2000, after: { totalMinor: 8498 } }],
      ['Platinum VIP', 3000, { differenceMinor: 6000, dueMinor: 6000 }],
    ])
    expect(body.options[0].change.before).toMatchObject({ totalMinor: 6498, feeMinor: 500 })
  })

  test('rank the types by price without fees', async () => {
    const { browser, orderId, event } = await bought({ types: THREE_TYPES })
    // The fee of the cheaper type makes its price with fees higher than that of the dearest type.
    const [feeId] = (
      await server.sql<{ id: string }>(
        `insert into fee_sets (tenant_id, id, name, fee_type, flat_minor)
         values (1, gen_random_uuid(), 'High', 'flat', 9000) returning id`,
      )
    ).map(({ id }) => id)
    await server.sql('update ticket_types set fee_set_id = $2 where id = $1', [
      event.typeIds[1],
      feeId,
    ])
    const { body } = await upgradeQuotes(browser, orderId, event.typeId)
    expect(body.options.map(({ name }: { name: string }) => name)).toEqual([
      'Fast Pass',
      'Platinum VIP',
    ])
  })

  test('are for at most the tickets of the order, and for one by default', async () => {
    const { browser, orderId, event } = await bought({ types: THREE_TYPES })
    expect((await upgradeQuotes(browser, orderId, event.typeId, 9)).body.quantity).toBe(2)
    const path = `/api/order-management/${orderId}/upgrade-quotes?ticketTypeId=${event.typeId}`
    const { body } = await browser.send('GET', path)
    expect(body.quantity).toBe(1)
    // Only one of two is upgraded; the other stays as it was bought.
    expect(body.options[0].change.after.lines).toHaveLength(2)
    const wrong = await browser.send('GET', `${path}&quantity=0`)
    expect(wrong.body.code).toBe('validation_failed')
  })

  test('subtract the discount of the order from the new price', async () => {
    const { code } = await server.build.coupon({ discounts: [percentOff(50)] })
    const { browser, orderId, event } = await bought({ types: THREE_TYPES }, code)
    const { body } = await upgradeQuotes(browser, orderId, event.typeId)
    expect(body.options[0].change).toMatchObject({
      before: { discountMinor: 2999 },
      after: { discountMinor: 3999, coupon: { code } },
      differenceMinor: 1000,
    })
  })

  test('say what is left of each type', async () => {
    const types = THREE_TYPES.map((type, index) => (index === 1 ? { ...type, capacity: 1 } : type))
    const { browser, orderId, event } = await bought({ types })
    const { body } = await upgradeQuotes(browser, orderId, event.typeId)
    expect(
      body.options.map((option: { availableCount: number; hasRoom: boolean }) => [
        option.availableCount,
        option.hasRoom,
      ]),
    ).toEqual([
      [1, false],
      [null, true],
    ])
  })

  test('are empty for the highest type; a type that the order does not have is unknown', async () => {
    const { browser, orderId, event } = await bought()
    expect((await upgradeQuotes(browser, orderId, event.typeId)).body.options).toEqual([])
    const unknown = await upgradeQuotes(browser, orderId, orderId)
    expect([unknown.status, unknown.body.code]).toEqual([404, 'ticket_type_not_found'])
  })

  test('are refused once the session has begun', async () => {
    const { browser, orderId, event, here } = await bought({ types: THREE_TYPES })
    await server.sql(`update sessions set starts_at = now() - interval '1 minute' where id = $1`, [
      here,
    ])
    const { status, body } = await upgradeQuotes(browser, orderId, event.typeId)
    expect([status, body.code]).toEqual([409, 'upgrade_not_possible'])
  })

  test('are refused once all tickets of the order were used at the door, and so is a reschedule', async () => {
    const { browser, orderId, event, there } = await bought({ types: THREE_TYPES })
    await server.sql('update tickets set redeemed_at = now() where order_id = $1', [orderId])
    const upgrades = await upgradeQuotes(browser, orderId, event.typeId)
    expect([upgrades.status, upgrades.body.code]).toEqual([409, 'upgrade_not_possible'])
    const reschedule = await rescheduleQuote(browser, orderId, there)
    expect([reschedule.status, reschedule.body.code]).toEqual([409, 'reschedule_not_possible'])
  })
})
