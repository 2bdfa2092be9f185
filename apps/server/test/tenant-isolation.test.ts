import {
  type Answer,
  type BuiltEvent,
  buy,
  findStockDrift,
  startTestServer,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holdCartOf, stockOf } from './support/calls.ts'
import {
  CALL_NAMES,
  type CallIds,
  type CallName,
  contractCalls,
  sendCall,
} from './support/contract-calls.ts'
import { everyRow } from './support/everything.ts'

/**
 * One browser, two tenants on one host, so one cookie: what keeps them apart is the tenant of the
 * request alone. Every id of harbor is used at main, where it must be nobody's.
 */
let server: TestServer
let atHarbor: TestBrowser
let atMain: TestBrowser
let theirs: BuiltEvent
let ids: CallIds

beforeAll(async () => {
  server = await startTestServer({ jobs: false })
  const harbor = await server.build.tenant({ slug: 'harbor' })
  await server.foyer.context.tenants.reload()
  theirs = await server.build.event({
    tenantId: harbor.tenantId,
    fee: { flatMinor: 100 },
    addOns: [{ priceMinor: 500 }],
  })
  atHarbor = server.browser({ 'x-brand-path': 'harbor' })
  atMain = server.browser()
  const order = await buy(atHarbor, theirs, '22222')
  const item = await atHarbor.send('POST', '/api/cart/items', {
    eventId: theirs.eventId,
    ticketTypeId: theirs.typeId,
    quantity: 2,
  })
  await holdCartOf(atHarbor, theirs, { cartId: '12345' })
  for (const [name, value] of atHarbor.cookies) atMain.setCookie(name, value)
  const [row] = await server.sql<{ fee: string; group: string }>(
    `select e.fee_set_id as fee, g.id as group from events e
     join ticket_groups g on g.event_id = e.id where e.id = $1`,
    [theirs.eventId],
  )
  ids = {
    orderId: order.body.id,
    itemId: item.body.item.id,
    feeSetId: row?.fee ?? '',
    groupId: row?.group ?? '',
    intentId: order.body.order.paymentId,
    cartId: '12345',
    boughtCartId: '22222',
  }
})
afterAll(() => server.close())

/** What main answers to each call that names what is harbor's. */
const ANSWERS = {
  getEvent: [404, 'event_not_found'],
  getCalendar: [404, 'event_not_found'],
  getDailyPrices: [404, 'event_not_found'],
  getSessionPrices: [410, 'deprecated'],
  getFeeSet: [404, 'fee_set_not_found'],
  listTicketGroups: [404, 'event_not_found'],
  listTicketTypes: [404, 'event_not_found'],
  listAddOns: [404, 'event_not_found'],
  getInventory: [404, 'event_not_found'],
  previewQuote: [404, 'event_not_found'],
  holdCart: [404, 'add_on_not_found'],
  createHold: [404, 'session_not_found'],
  getCart: [404, 'cart_not_found'],
  startPayment: [404, 'cart_not_found'],
  releaseCart: [200, null],
  addCartItem: [404, 'ticket_type_not_found'],
  listCartItems: [200, null],
  updateCartItem: [404, 'cart_item_not_found'],
  removeCartItem: [404, 'cart_item_not_found'],
  clearCart: [200, null],
  createPaymentIntent: [404, 'cart_not_found'],
  createOrder: [404, 'payment_not_found'],
  completePurchase: [404, 'order_not_found'],
  getPurchase: [404, 'order_not_found'],
  getOrder: [404, 'order_not_found'],
  sendConfirmation: [404, 'order_not_found'],
  // These name nothing; they answer for main itself.
  getTenant: [200, null],
  listEvents: [200, null],
  getPaymentConfig: [200, null],
} as const satisfies Record<CallName, readonly [number, string | null]>

const send = (browser: TestBrowser, name: CallName): Promise<Answer> =>
  sendCall(browser, contractCalls(theirs, ids)[name])

describe("ids of harbor at main's address are nobody's", () => {
  test.each(CALL_NAMES)('%s', async (name) => {
    const [status, code] = ANSWERS[name]
    const before = await everyRow(server)
    const answer = await send(atMain, name)
    expect([answer.status, answer.body.code ?? null]).toEqual([status, code])
    expect(JSON.stringify(answer.body)).not.toContain(theirs.eventId)
    expect(await everyRow(server)).toEqual(before)
  })

  test('what looks like a success found nothing', async () => {
    expect((await send(atMain, 'releaseCart')).body.releasedHolds).toBe(0)
    expect((await send(atMain, 'listCartItems')).body.items).toEqual([])
    const events = await atMain.send('GET', '/api/events')
    expect(events.body).toEqual([])
    const types = await atMain.send('GET', `/api/ticket-types?ticketGroupId=${ids.groupId}`)
    expect(types.body).toEqual([])
    expect((await atMain.send('GET', `/posters/${theirs.eventId}/poster-dark.svg`)).status).toBe(
      404,
    )
  })
})

test('the same calls at harbor find all of it', async () => {
  for (const name of [
    'getEvent',
    'getFeeSet',
    'getCart',
    'listCartItems',
    'getOrder',
    'getPurchase',
  ]) {
    expect((await send(atHarbor, name)).status, name).toBe(200)
  }
  expect(await stockOf(server, theirs.sessionId)).toEqual({ held: 2, sold: 2 })
})

test('a hold may not mix tenants: type, add-on or event of the other is not found', async () => {
  const mine = await server.build.event({ addOns: [{ priceMinor: 500 }] })
  const codes = [
    await holdCartOf(atMain, { ...mine, typeIds: theirs.typeIds }),
    await holdCartOf(atMain, mine, {
      addOns: [{ addOnId: theirs.addOnIds[0] ?? '', quantity: 1 }],
    }),
    await holdCartOf(atMain, mine, { eventId: theirs.eventId }),
    await holdCartOf(atMain, mine, { sessionId: theirs.sessionId }),
  ].map((answer) => answer.body.code)
  expect(codes).toEqual([
    'ticket_type_not_found',
    'add_on_not_found',
    'session_not_found',
    'session_not_found',
  ])
  expect(await findStockDrift(server)).toEqual([])
})

test("a link signed for one tenant's order opens nothing at the other", async () => {
  const token = server.foyer.context.secrets.orderToken(theirs.tenantId, ids.orderId)
  const open = (browser: TestBrowser) =>
    browser.send('GET', `/api/orders/${ids.orderId}?token=${token}`)
  expect((await open(server.browser())).status).toBe(404)
  expect((await open(server.browser({ 'x-brand-path': 'harbor' }))).status).toBe(200)
})

test('the same number of the same browser is another cart in each tenant', async () => {
  const mine = await server.build.event()
  await holdCartOf(atMain, mine, { quantities: [5] })
  expect((await atMain.send('GET', '/api/checkout/carts/12345')).body.quote.ticketCount).toBe(5)
  expect((await atHarbor.send('GET', '/api/checkout/carts/12345')).body.quote.ticketCount).toBe(2)
  await atMain.send('DELETE', '/api/checkout/holds/cart/12345')
  expect((await atHarbor.send('GET', '/api/checkout/carts/12345')).status).toBe(200)
})
