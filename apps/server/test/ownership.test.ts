import { randomUUID } from 'node:crypto'
import {
  BUYER,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCart, holdCartOf, holdLineOf, releaseCart, stockOf } from './support/calls.ts'

const COOKIE = 'foyer_browser'

let server: TestServer
let event: BuiltEvent
let owner: TestBrowser

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  event = await server.build.event({ capacity: 20 })
  owner = server.browser()
  await holdCartOf(owner, event)
})
afterAll(() => server.close())

/** Every call that acts on a cart, by someone who may not. */
async function attack(stranger: TestBrowser): Promise<void> {
  const { body: intent } = await createIntent(owner)
  expect((await getCart(stranger)).body.code).toBe('cart_not_found')
  expect((await releaseCart(stranger)).body.releasedHolds).toBe(0)
  const pay = await stranger.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  expect(pay.body.code).toBe('cart_not_found')
  const ask = await stranger.send('POST', '/api/create-payment-intent', {
    amount: 60,
    metadata: { cartId: '12345', eventId: event.eventId },
  })
  expect(ask.body.code).toBe('cart_not_found')
  for (const body of [orderBody(event), orderBody(event, intent.paymentIntentId)]) {
    const order = await stranger.send('POST', '/api/checkout/orders', body)
    expect(['cart_not_found', 'payment_not_found']).toContain(order.body.code)
  }
  // Nothing of the owner's has changed.
  expect((await getCart(owner)).body.quote.totalMinor).toBe(6000)
  const contacts = await server.sql('select contact from carts where contact is not null')
  expect(contacts).toEqual([])
}

describe("another's cart", () => {
  test('cannot be seen, released, paid or ordered by a browser without identity', async () => {
    await attack(server.browser())
  })

  test('nor by one with an identity of its own', async () => {
    const stranger = server.browser()
    await holdCartOf(stranger, event, { cartId: '54321' })
    await attack(stranger)
  })

  test('of the same number is another cart', async () => {
    const stranger = server.browser()
    await holdCartOf(stranger, event, { quantities: [5] })
    expect((await getCart(stranger)).body.quote.ticketCount).toBe(5)
    expect((await getCart(owner)).body.quote.ticketCount).toBe(2)
    expect((await releaseCart(stranger)).body.releasedHolds).toBe(1)
    expect((await getCart(owner)).status).toBe(200)
  })

  test('is paid by its owner, and the stranger gets nothing of it', async () => {
    const browser = server.browser()
    await holdCartOf(browser, event, { cartId: '33333' })
    const { body: intent } = await createIntent(browser, '33333')
    await confirmCard(browser, intent, CARDS.success)
    const stranger = server.browser()
    await holdCartOf(stranger, event, { cartId: '33333' })
    const theft = await stranger.send(
      'POST',
      '/api/checkout/orders',
      orderBody(event, intent.paymentIntentId, '33333'),
    )
    expect(theft).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    const body = orderBody(event, intent.paymentIntentId, '33333')
    const made = await browser.send('POST', '/api/checkout/orders', body)
    expect(made.status).toBe(201)
    const purchase = { cartId: '33333', orderId: made.body.id }
    const claimed = await stranger.send('POST', '/api/checkout/purchases', purchase)
    expect(claimed.body.code).toBe('order_not_found')
  })
})

describe('who a browser is', () => {
  const nobody = (cookie: string | null, headers: Record<string, string> = {}) => {
    const browser = server.browser(headers)
    if (cookie !== null) browser.setCookie(COOKIE, cookie)
    return browser
  }

  test('is not told by a forged, unsigned or garbled cookie', async () => {
    const real = decodeURIComponent(owner.cookies.get(COOKIE) ?? '')
    const [id = '', signature = ''] = real.split('.')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    const forgeries = [
      id,
      `${id}.`,
      `${id}.${signature.slice(1)}`,
      `${id}.${'A'.repeat(43)}`,
      `${randomUUID()}.${signature}`,
      `${id}%00.${encodeURIComponent(signature)}`,
      `s:${id}.${signature}`,
      '',
      '.',
      '%',
      '%E0%A4%A',
      '"',
      'a'.repeat(4000),
      "' or 1=1 --",
    ]
    for (const forged of forgeries) {
      expect((await getCart(nobody(forged))).body.code, forged).toBe('cart_not_found')
    }
    expect((await getCart(nobody(encodeURIComponent(real)))).status).toBe(200)
  })

  test('is not told by x-browser-id, which is taken and proves nothing', async () => {
    const [id = ''] = (owner.cookies.get(COOKIE) ?? '').split('.')
    for (const claim of [id, 'browser_1', "'; drop table carts; --"]) {
      expect((await getCart(nobody(null, { 'x-browser-id': claim }))).body.code).toBe(
        'cart_not_found',
      )
    }
    const browser = nobody(null, { 'x-browser-id': id })
    await holdCartOf(browser, event, { quantities: [1] })
    expect((await getCart(owner)).body.quote.ticketCount).toBe(2)
  })

  test('is decided the moment there is something to own, and a forged one is replaced', async () => {
    const browser = nobody('forged.signature')
    await browser.send('GET', '/api/events')
    await releaseCart(browser)
    expect(browser.cookies.get(COOKIE)).toBe('forged.signature')
    await holdCartOf(browser, event, { quantities: [1] })
    const given = browser.cookies.get(COOKIE)
    expect(given).not.toBe('forged.signature')
    await holdLineOf(browser, event, { cartId: '22222', quantity: 1 })
    expect(browser.cookies.get(COOKIE)).toBe(given)
    expect((await getCart(browser)).status).toBe(200)
  })

  test('does not survive another secret', async () => {
    const other = await startTestServer({ appSecret: 'another secret of thirty-two characters' })
    const there = await other.build.event()
    const browser = other.browser()
    await holdCartOf(browser, there)
    expect((await getCart(nobody(browser.cookies.get(COOKIE) ?? ''))).body.code).toBe(
      'cart_not_found',
    )
    await other.close()
  })
})

describe('a remembered selection', () => {
  test('belongs to one browser', async () => {
    const browser = server.browser()
    const added = await browser.send('POST', '/api/cart/items', {
      eventId: event.eventId,
      ticketTypeId: event.typeId,
      quantity: 3,
    })
    expect(added).toMatchObject({ status: 201, body: { success: true, item: { quantity: 3 } } })
    const path = `/api/cart/items/${added.body.item.id}`
    const list = `/api/cart/items?eventId=${event.eventId}`
    for (const stranger of [server.browser(), owner]) {
      expect((await stranger.send('GET', list)).body.items).toEqual([])
      expect((await stranger.send('PUT', path, { quantity: 1 })).body.code).toBe(
        'cart_item_not_found',
      )
      expect((await stranger.send('DELETE', path)).body.code).toBe('cart_item_not_found')
      await stranger.send('DELETE', `/api/cart/clear?eventId=${event.eventId}`)
    }
    expect((await browser.send('GET', list)).body.items).toHaveLength(1)
    expect((await browser.send('PUT', path, { quantity: 5 })).body).toEqual({ success: true })
    const again = { eventId: event.eventId, ticketTypeId: event.typeId, quantity: 4 }
    expect((await browser.send('POST', '/api/cart/items', again)).body.item.id).toBe(
      added.body.item.id,
    )
    expect((await browser.send('GET', list)).body.items).toMatchObject([{ quantity: 4 }])
    expect((await browser.send('PUT', path, { quantity: 9 })).body.code).toBe(
      'quantity_above_maximum',
    )
    expect((await browser.send('DELETE', path)).body).toEqual({ success: true })
    expect((await browser.send('GET', list)).body.items).toEqual([])
    await browser.send('POST', '/api/cart/items', again)
    await browser.send('DELETE', `/api/cart/clear?eventId=${event.eventId}`)
    expect((await browser.send('GET', list)).body.items).toEqual([])
  })

  test('holds nothing', async () => {
    const full = await server.build.event({ capacity: 1 })
    const body = { eventId: full.eventId, ticketTypeId: full.typeId, quantity: 1 }
    await server.browser().send('POST', '/api/cart/items', body)
    expect(await stockOf(server, full.sessionId)).toEqual({ held: 0, sold: 0 })
  })
})
