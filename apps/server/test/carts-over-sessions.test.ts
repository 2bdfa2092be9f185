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
import { afterEach, expect, test } from 'vitest'
import {
  expireHolds,
  getCart,
  holdCartOf,
  holdLineOf,
  releaseCart,
  stockOf,
} from './support/calls.ts'

/** A cart that holds tickets for several sessions of an event. */
const server = serverForTests({ jobs: false })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

async function twoShows(capacity = 10) {
  const event = await server.build.event({ sessions: 2, capacity })
  const [early = '', late = ''] = event.sessionIds
  return { event, early, late, browser: server.browser() }
}

/** Holds the given quantities in the first and in the second session. */
const holdBoth = (browser: TestBrowser, event: BuiltEvent, quantities: [number, number]) =>
  browser.send('POST', '/api/checkout/carts/12345/hold', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets: quantities.map((quantity, index) => ({
      ticketTypeId: event.typeId,
      quantity,
      sessionId: event.sessionIds[index],
    })),
  })

const heldIn = async (...sessionIds: string[]) =>
  (await Promise.all(sessionIds.map((id) => stockOf(server, id)))).map(({ held }) => held)

test('a cart over several sessions shows them all, earliest first, with one price', async () => {
  const { event, early, late, browser } = await twoShows()
  const { status, body } = await holdBoth(browser, event, [2, 3])
  expect(status).toBe(201)
  expect(body.sessions.map((session: { sessionId: string }) => session.sessionId)).toEqual([
    early,
    late,
  ])
  expect([body.sessionId, body.quote.ticketCount, body.quote.totalMinor]).toEqual([early, 5, 15000])
  expect(await heldIn(early, late)).toEqual([2, 3])
})

test('a cart over several sessions is held as a whole or not at all; after a refusal it keeps what it had', async () => {
  const { event, early, late, browser } = await twoShows(4)
  await holdCartOf(browser, event, { quantities: [1] })
  await holdCartOf(server.browser(), event, { sessionId: late, quantities: [3] })
  const answer = await holdBoth(browser, event, [3, 2])
  expect([answer.status, answer.body.code]).toEqual([409, 'sold_out'])
  expect(await heldIn(early, late)).toEqual([1, 3])
  expect((await getCart(browser)).body.quote.ticketCount).toBe(1)
})

test("a cart over several sessions that is replaced by one session's cart releases the others", async () => {
  const { event, early, late, browser } = await twoShows()
  await holdBoth(browser, event, [2, 3])
  await holdCartOf(browser, event, { sessionId: late, quantities: [1] })
  expect(await heldIn(early, late)).toEqual([0, 1])
})

test('a cart over several sessions is released as a whole, also if it was filled line by line', async () => {
  const { event, early, late, browser } = await twoShows()
  // The first answer sets the browser's cookie.
  await holdLineOf(browser, event, { sessionId: early, quantity: 2 })
  await holdLineOf(browser, event, { sessionId: late, quantity: 1 })
  expect(await heldIn(early, late)).toEqual([2, 1])
  expect((await releaseCart(browser)).body).toEqual({ success: true, releasedHolds: 2 })
  expect(await heldIn(early, late)).toEqual([0, 0])
})

/** Pays for what the cart holds; returns how to ask for the order. */
async function pay(browser: TestBrowser, event: BuiltEvent) {
  const { body: intent } = await createIntent(browser)
  await confirmCard(browser, intent, CARDS.success)
  return () =>
    browser.send('POST', '/api/checkout/orders', orderBody(event, intent.paymentIntentId))
}

test('a cart over several sessions is paid once and becomes one order with tickets for each session', async () => {
  const { event, early, late, browser } = await twoShows()
  await holdBoth(browser, event, [1, 2])
  const order = await pay(browser, event)
  const { status, body } = await order()
  expect(status).toBe(201)
  const tickets = await server.sql(
    `select session_id as id, count(*)::integer as count from tickets where order_id = $1
     group by session_id order by count`,
    [body.orderId],
  )
  expect(tickets).toEqual([
    { id: early, count: 1 },
    { id: late, count: 2 },
  ])
  expect((await order()).body.orderId).toBe(body.orderId)
  expect(await stockOf(server, late)).toEqual({ held: 0, sold: 2 })
})

test('a cart over several sessions is sold in none of them if one is full when the payment succeeds', async () => {
  const { event, early, late, browser } = await twoShows(2)
  await holdBoth(browser, event, [2, 2])
  const order = await pay(browser, event)
  for (const sessionId of [early, late]) await expireHolds(server, sessionId)
  await holdCartOf(server.browser(), event, { sessionId: late, quantities: [1] })
  expect((await order()).body.code).toBe('payment_refunded')
  expect(await stockOf(server, early)).toEqual({ held: 0, sold: 0 })
  expect(await stockOf(server, late)).toEqual({ held: 1, sold: 0 })
})

test('a hold whose stock rows are gone is left out, and no call about its cart waits for ever', async () => {
  const { event, early, late, browser } = await twoShows()
  await holdBoth(browser, event, [1, 2])
  await server.sql('delete from stock where session_id = $1', [late])
  expect((await holdCartOf(browser, event, { quantities: [3] })).status).toBe(201)
  expect((await releaseCart(browser)).status).toBe(200)
  expect(await heldIn(early)).toEqual([0])
  await server.sql('delete from holds where session_id = $1', [late])
  await server.sql('delete from stock_ledger where session_id = $1', [late])
})
