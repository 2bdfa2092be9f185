import { MAX_LINES_PER_CART } from '@foyer/domain'
import {
  type BuiltEvent,
  createIntent,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { percentOff } from '@foyer/testkit/coupons'
import { afterEach, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf, stockOf } from './support/calls.ts'

/**
 * What one cart may hold: tickets of one event, a bounded number of lines, and a total that can be
 * paid.
 */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const applyCoupon = (browser: TestBrowser, code: string) =>
  browser.send('POST', '/api/checkout/carts/12345/coupon', { code })

describe('a cart has one event', () => {
  test('a line of another event than the cart holds is refused, and the cart stays as it was', async () => {
    const cheap = await server.build.event({ types: [{ priceMinor: 100 }] })
    const dear = await server.build.event({ types: [{ priceMinor: 10_000 }] })
    const browser = server.browser()
    expect((await holdLineOf(browser, cheap, { quantity: 1 })).status).toBe(201)
    const refused = await holdLineOf(browser, dear, { quantity: 8 })
    expect([refused.status, refused.body.code]).toEqual([409, 'other_event_in_cart'])
    expect(refused.body.error).toMatch(/start a new cart/)
    expect((await getCart(browser)).body.quote.totalMinor).toBe(100)
    expect(await stockOf(server, dear.sessionId)).toEqual({ held: 0, sold: 0 })
    // Another cart of the same browser may have another event.
    expect((await holdLineOf(browser, dear, { cartId: '54321' })).status).toBe(201)
  })

  test('a cart that is replaced whole may take another event', async () => {
    const first = await server.build.event()
    const second = await server.build.event()
    const browser = server.browser()
    await holdLineOf(browser, first)
    const held = await holdCartOf(browser, second)
    expect([held.status, held.body.eventId]).toEqual([201, second.eventId])
    expect(await stockOf(server, first.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test('a cart whose hold expired is no longer bound to its event', async () => {
    const first = await server.build.event()
    const second = await server.build.event()
    const browser = server.browser()
    await holdLineOf(browser, first)
    await server.sql(
      `update holds set reclaim_at = clock_timestamp() - interval '1 second' where session_id = $1`,
      [first.sessionId],
    )
    expect((await holdLineOf(browser, second)).status).toBe(201)
    expect(await stockOf(server, first.sessionId)).toEqual({ held: 0, sold: 0 })
  })

  test("a coupon applies only to its own event's lines, on the cart's page and in the charge", async () => {
    const cheap = await server.build.event({ types: [{ priceMinor: 100 }], inDays: 1 })
    const dear = await server.build.event({ types: [{ priceMinor: 10_000 }], inDays: 2 })
    const { code } = await server.build.coupon({
      discounts: [percentOff(100)],
      eventIds: [cheap.eventId],
    })
    const browser = server.browser()
    await holdLineOf(browser, cheap, { quantity: 1 })
    await applyCoupon(browser, code)
    // No request makes such a cart, so a second event is inserted directly.
    await mixIn(browser, dear)
    const { body: cart } = await getCart(browser)
    expect(cart.quote).toMatchObject({ discountMinor: 100, totalMinor: 80_000 })
    const { status, body } = await createIntent(browser)
    expect([status, body.amount]).toEqual([200, 800])
  })

  async function mixIn(browser: TestBrowser, event: BuiltEvent): Promise<void> {
    await holdLineOf(browser, event, { cartId: '54321', quantity: 8 })
    await server.sql(
      `update holds h set cart_id = c.cart_id, cart_number = c.cart_number
       from holds c where h.session_id = $1 and c.browser_id = h.browser_id
         and c.cart_number = '12345'`,
      [event.sessionId],
    )
  }
})

describe('what one cart may hold', () => {
  test('lines are bounded over all sessions of the cart', async () => {
    const event = await server.build.event({ sessions: MAX_LINES_PER_CART + 1 })
    const browser = server.browser()
    for (const sessionId of event.sessionIds.slice(0, -1)) {
      expect((await holdLineOf(browser, event, { sessionId, quantity: 1 })).status).toBe(201)
    }
    const sessionId = event.sessionIds.at(-1) ?? ''
    const refused = await holdLineOf(browser, event, { sessionId, quantity: 1 })
    expect([refused.status, refused.body.code]).toEqual([409, 'cart_full'])
    expect(await stockOf(server, sessionId)).toEqual({ held: 0, sold: 0 })
    // A line that the cart already holds is a retry and adds no line.
    const [first = ''] = event.sessionIds
    expect((await holdLineOf(browser, event, { sessionId: first, quantity: 1 })).status).toBe(201)
  })

  test('a total above what can be charged is refused by quote, cart and line, and nothing is held', async () => {
    const event = await server.build.event({
      types: [
        { priceMinor: 30_000_000, max: 100 },
        { priceMinor: 9_999_999, max: 100 },
      ],
      fee: { flatMinor: 0 },
      addOns: [{ priceMinor: 1 }],
    })
    const [dear = '', rest = ''] = event.typeIds
    const addOns = [{ addOnId: event.addOnIds[0] ?? '', quantity: 1 }]
    const browser = server.browser()
    const tooHigh = { status: 400, body: { code: 'amount_too_high' } }
    const tickets = [{ ticketTypeId: dear, quantity: 100 }]
    const quote = { eventId: event.eventId, sessionId: event.sessionId, tickets }
    expect(await browser.send('POST', '/api/quote', quote)).toMatchObject(tooHigh)
    expect(await holdCartOf(browser, event, { quantities: [100] })).toMatchObject(tooHigh)
    expect(await holdLineOf(browser, event, { quantity: 4 })).toMatchObject(tooHigh)
    // 999,999.99 is the maximum, so an add-on for a cent is too much.
    const most = { quantities: [3, 1] }
    expect(await holdCartOf(browser, event, { ...most, addOns })).toMatchObject(tooHigh)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 0, sold: 0 })
    const held = await holdCartOf(browser, event, most)
    expect([held.status, held.body.quote.totalMinor]).toEqual([201, 99_999_999])
    const intent = await createIntent(browser)
    expect([intent.status, intent.body.amount]).toEqual([200, 999_999.99])
    // If lines are held one by one, the sum counts.
    const other = server.browser()
    expect((await holdLineOf(other, event, { quantity: 3 })).status).toBe(201)
    expect(await holdLineOf(other, event, { typeId: rest, quantity: 2 })).toMatchObject(tooHigh)
    expect((await holdLineOf(other, event, { typeId: rest, quantity: 1 })).status).toBe(201)
  })
})
