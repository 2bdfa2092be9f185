import { randomUUID } from 'node:crypto'
import {
  type Answer,
  BUYER,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../src/adapters/ids.ts'
import { createSecrets } from '../src/adapters/secrets.ts'
import { getCart, releaseCart, stockOf } from './support/calls.ts'
import { deliverMails } from './support/deliver-mails.ts'
import { browserWith, cookieOf, NEXT_YEAR } from './support/identity.ts'
import { watchWrites } from './support/writes.ts'

const server = serverForTests({ jobs: false })

/** Every call that acts on a cart, with figures that are right for the owner's. */
const callsOnCart = (event: BuiltEvent, intentId: string) => ({
  see: (browser: TestBrowser) => getCart(browser),
  'start the payment of': (browser: TestBrowser) =>
    browser.send('POST', '/api/checkout/carts/12345/payment', BUYER),
  'get an intent for': (browser: TestBrowser) =>
    browser.send('POST', '/api/create-payment-intent', {
      amount: 60,
      currency: 'usd',
      metadata: { cartId: '12345', eventId: event.eventId },
    }),
  order: (browser: TestBrowser) =>
    browser.send('POST', '/api/checkout/orders', orderBody(event, intentId)),
  'order without paying': (browser: TestBrowser) =>
    browser.send('POST', '/api/checkout/orders', orderBody(event)),
})

/** Another browser's cart: held, paid, and not yet an order. */
async function paidCart() {
  const event = await server.build.event()
  const owner = server.browser()
  await holdCart(owner, event)
  const intent = await createIntent(owner)
  await confirmCard(owner, intent.body, CARDS.success)
  return { event, owner, intentId: String(intent.body.paymentIntentId) }
}

/** Expects that this browser sees, moves and loses nothing of the cart, under any identity. */
async function expectNoAccess(stranger: () => TestBrowser): Promise<void> {
  const { event, intentId } = await paidCart()
  const written = await watchWrites(server)
  for (const [what, call] of Object.entries(callsOnCart(event, intentId))) {
    const answer = await call(stranger())
    // A browser with a cookie gets as far as the payment, which does not belong to its cart.
    const code = answer.body.code === 'payment_not_found' ? 'cart_not_found' : answer.body.code
    expect([what, answer.status, code]).toEqual([what, 404, 'cart_not_found'])
  }
  const released = await releaseCart(stranger())
  expect(released.body).toEqual({ success: true, releasedHolds: 0 })
  expect(await written()).toEqual([])
  expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
}

describe('a cart', () => {
  test('is inaccessible to a browser without a cookie', () =>
    expectNoAccess(() => server.browser()))

  test('is inaccessible to another browser, which has an identity of its own', async () => {
    const elsewhere = await server.build.event()
    const stranger = server.browser()
    await holdCart(stranger, elsewhere, '54321')
    await expectNoAccess(() => stranger)
  })

  test('belongs to each browser separately if the numbers are the same', async () => {
    const event = await server.build.event()
    const [mine, theirs] = [server.browser(), server.browser()]
    await holdCart(mine, event, '12345', 2)
    await holdCart(theirs, event, '12345', 3)
    expect((await getCart(mine)).body.quote.ticketCount).toBe(2)
    expect((await getCart(theirs)).body.quote.ticketCount).toBe(3)
    await releaseCart(theirs)
    expect((await getCart(mine)).body.quote.ticketCount).toBe(2)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 2, sold: 0 })
  })

  test('is not paid for with the payment of another cart', async () => {
    const { event, intentId } = await paidCart()
    const thief = server.browser()
    await holdCart(thief, event)
    const written = await watchWrites(server)
    const answer = await thief.send('POST', '/api/checkout/orders', orderBody(event, intentId))
    expect([answer.status, answer.body.code]).toEqual([404, 'payment_not_found'])
    expect(await written()).toEqual([])
  })

  test('is open to its own browser (control)', { tags: ['night'] }, async () => {
    const { event, owner, intentId } = await paidCart()
    const calls = callsOnCart(event, intentId)
    for (const call of [calls.see, calls['start the payment of'], calls['get an intent for']]) {
      expect((await call(owner)).status).toBe(200)
    }
    expect((await calls.order(owner)).status).toBe(201)
  })
})

describe('a cookie that this server did not set', () => {
  const forgeries: [string, (owner: TestBrowser) => string][] = [
    ['the id that belongs to its token', (owner) => owner.id ?? ''],
    ['a token of its own making', () => newToken()],
    ['a cut token', (owner) => cookieOf(owner).slice(0, -1)],
    ['a longer token', (owner) => `${cookieOf(owner)}A`],
    ['a changed token', (owner) => cookieOf(owner).replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))],
    ['the token in other letters', (owner) => swapCase(cookieOf(owner))],
    ['the token in quotes', (owner) => `"${cookieOf(owner)}"`],
    ['a broken escape', () => '%E0%A4%A'],
    ['no text', () => ''],
    ['JSON', () => encodeURIComponent('{"id":"1"}')],
    ['4,000 letters', () => 'a'.repeat(4000)],
    ['SQL', () => encodeURIComponent("' or 1=1 --")],
  ]
  const swapCase = (text: string) =>
    text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))

  test.each(forgeries)('gives access to nothing: %s', async (_, forge) => {
    const { event, owner, intentId } = await paidCart()
    const forged = () => browserWith(server, forge(owner))
    const written = await watchWrites(server)
    for (const [what, call] of Object.entries(callsOnCart(event, intentId))) {
      const answer = await call(forged())
      expect([what, answer.status]).toEqual([what, 404])
      expect(['cart_not_found', 'payment_not_found']).toContain(answer.body.code)
    }
    expect((await releaseCart(forged())).body.releasedHolds).toBe(0)
    expect(await written()).toEqual([])
  })

  test('is replaced by a valid one when the browser owns something', async () => {
    const event = await server.build.event()
    const owner = server.browser()
    await holdCart(owner, event)
    const forged = browserWith(server, owner.id ?? '')
    expect((await holdCart(forged, event)).status).toBe(201)
    expect(forged.id).not.toBe(owner.id)
    expect(await stockOf(server, event.sessionId)).toEqual({ held: 4, sold: 0 })
  })
})

test('neither the database nor a response reveals the token of a browser', async () => {
  const { owner } = await paidCart()
  const token = cookieOf(owner)
  const stored = JSON.stringify(await server.sql('select * from holds'))
  expect(stored).toContain(owner.id)
  expect(stored).not.toContain(token)
  expect(JSON.stringify((await getCart(owner)).body)).not.toContain(token)
})

test('x-browser-id proves nothing', async () => {
  const event = await server.build.event()
  const headers = { 'x-browser-id': 'browser-1' }
  const owner = server.browser(headers)
  await holdCart(owner, event)
  for (const claimed of ['browser-1', owner.id ?? '', cookieOf(owner)]) {
    const stranger = server.browser({ 'x-browser-id': claimed })
    expect((await getCart(stranger)).body.code).toBe('cart_not_found')
    expect((await releaseCart(stranger)).body.releasedHolds).toBe(0)
  }
  expect((await getCart(owner)).status).toBe(200)
})

describe('a stored selection', () => {
  test('is read, changed and cleared only by its own browser', async () => {
    const { eventId, typeId } = await server.build.event()
    const owner = server.browser()
    const body = { eventId, ticketTypeId: typeId, quantity: 2 }
    const { item } = (await owner.send('POST', '/api/cart/items', body)).body
    const other = server.browser()
    await other.send('POST', '/api/cart/items', { ...body, quantity: 3 })

    for (const stranger of [server.browser(), other]) {
      const path = `/api/cart/items/${item.id}`
      expect((await stranger.send('PUT', path, { quantity: 7 })).body.code).toBe(
        'cart_item_not_found',
      )
      expect((await stranger.send('DELETE', path)).body.code).toBe('cart_item_not_found')
      await stranger.send('DELETE', `/api/cart/clear?eventId=${eventId}`)
      const seen = await stranger.send('GET', `/api/cart/items?eventId=${eventId}`)
      expect(seen.body.items).toEqual([])
    }
    const kept = await owner.send('GET', `/api/cart/items?eventId=${eventId}`)
    expect(kept.body.items).toEqual([item])
  })
})

describe('an order', () => {
  let buyer: TestBrowser
  let event: BuiltEvent
  let orderId: string
  let token: string
  beforeAll(async () => {
    event = await server.build.event()
    buyer = server.browser()
    const answer = await buy(buyer, event)
    expect(answer.status).toBe(201)
    orderId = answer.body.orderId
    token = server.foyer.context.secrets.orderToken(1, orderId, NEXT_YEAR)
  })
  const paths = (id: string) => [`/api/orders/${id}`, `/api/checkout/purchases/${id}`]

  test.each<[string, () => TestBrowser, () => string]>([
    ['the browser that bought it', () => buyer, () => ''],
    ['the signed link of its mail', () => server.browser(), () => `?token=${token}`],
    ['the matching e-mail', () => server.browser(), () => '?email=ada@example.com'],
    ['the e-mail in capitals', () => server.browser(), () => '?email=ADA%40Example.COM'],
    ['its browser, even with a wrong e-mail', () => buyer, () => '?email=bob@example.com'],
  ])('opens to %s', async (_, browser, query) => {
    const [order, purchase] = await Promise.all(
      paths(orderId).map((path) => browser().send('GET', path + query())),
    )
    expect(order?.body.order.id).toBe(orderId)
    expect(purchase?.body.summary).toEqual({ totalTickets: 2 })
  })

  /** Everything that an answer shows, except the time and the number of tries. */
  const visiblePart = ({ status, body, headers }: Answer) => ({
    status,
    body,
    headers: [...headers.keys()].filter((name) => name !== 'date').sort(),
  })

  test.each<[string, () => string]>([
    ['nothing', () => ''],
    ['another e-mail', () => '?email=bob@example.com'],
    ['a longer e-mail', () => '?email=ada@example.com.au'],
    ['a pattern', () => '?email=_da@example.com'],
    ['a token of another order', () => `?token=${tokenFor(1, randomUUID())}`],
    ['a token of another tenant', () => `?token=${tokenFor(2, orderId)}`],
    ['a cut token', () => `?token=${token.slice(0, -1)}`],
    ['a token of another secret', () => `?token=${foreignToken()}`],
  ])('stays closed to a stranger with %s, exactly as if it did not exist', async (_, query) => {
    const unknown = randomUUID()
    for (const [index, path] of paths(orderId).entries()) {
      const closed = await server.browser().send('GET', path + query())
      const missing = await server.browser().send('GET', paths(unknown)[index] + query())
      expect(closed.body.code).toBe('order_not_found')
      expect(visiblePart(closed)).toEqual(visiblePart(missing))
    }
  })
  const tokenFor = (tenantId: number, id: string) =>
    server.foyer.context.secrets.orderToken(tenantId, id, NEXT_YEAR)
  const foreignToken = () =>
    createSecrets('another secret of thirty-two characters').orderToken(1, orderId, NEXT_YEAR)

  test('stays closed to the buyer of another order', async () => {
    const other = server.browser()
    await buy(other, event, '54321')
    for (const path of paths(orderId)) {
      expect((await other.send('GET', path)).body.code).toBe('order_not_found')
    }
  })

  test('is confirmed as a purchase only by its own browser and cart', async () => {
    const ask = (browser: TestBrowser, id: string, cartId = '12345') =>
      browser.send('POST', '/api/checkout/purchases', { cartId, orderId: id })
    expect((await ask(buyer, orderId)).body.summary).toEqual({ totalTickets: 2 })
    const closed = await ask(server.browser(), orderId)
    expect([closed.status, closed.body.code]).toEqual([404, 'order_not_found'])
    expect(visiblePart(closed)).toEqual(visiblePart(await ask(server.browser(), randomUUID())))
    expect((await ask(buyer, orderId, '54321')).body.code).toBe('order_not_found')
  })

  describe('the confirmation of an order is sent again', () => {
    const resend = (browser: TestBrowser, email: string, id = orderId) =>
      browser.send('POST', '/api/send-confirmation-email', {
        orderId: id,
        email,
        customerName: 'Mallory',
        cartData: { email: 'mallory@example.com' },
      })
    const mailsSent = async () => {
      await deliverMails(server)
      const kept = (await server.foyer.context.mailer.mailbox?.list()) ?? []
      return kept.filter((mail) => mail.html.includes(orderId)).map((mail) => mail.to)
    }
    const letTimePass = () =>
      server.sql(`update mails set created_at = created_at - interval '1 hour'`)

    test('but not for a stranger without its address', async () => {
      await letTimePass()
      const written = await watchWrites(server)
      const closed = await resend(server.browser(), 'mallory@example.com')
      expect([closed.status, closed.body.code]).toEqual([404, 'order_not_found'])
      const missing = await resend(server.browser(), 'mallory@example.com', randomUUID())
      expect(visiblePart(closed)).toEqual(visiblePart(missing))
      expect(await written()).toEqual([])
    })

    test("to its own address, even if the buyer's browser sends another one", async () => {
      const sent = (await mailsSent()).length
      await letTimePass()
      const answer = await resend(buyer, 'mallory@example.com')
      expect(answer.body.message).toBe('Your tickets are on their way to ada@example.com')
      const all = await mailsSent()
      expect(all).toHaveLength(sent + 1)
      expect(new Set(all)).toEqual(new Set(['ada@example.com']))
    })

    test('for a client with its address, once for many requests', async () => {
      const sent = (await mailsSent()).length
      await letTimePass()
      for (const email of ['ada@example.com', ' ADA@example.com ', 'ada@example.com']) {
        expect((await resend(server.browser(), email)).status).toBe(200)
      }
      expect(await mailsSent()).toHaveLength(sent + 1)
    })
  })
})
