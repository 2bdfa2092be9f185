import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  orderBody,
  serverForTests,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { getCart, holdCartOf } from './support/calls.ts'

/** What a batch computes from the rows it locked must equal what later reads show. */

const server = serverForTests({ jobs: false })

type EventPlan = Parameters<TestServer['build']['event']>[0]

/** Two sessions, two types and two add-ons, held in an order of their own. */
async function mixedCart(plan: EventPlan = {}) {
  const event = await server.build.event({
    fee: { ratePpm: 125_000, flatMinor: 35 },
    sessions: 2,
    types: [{ priceMinor: 3000 }, { priceMinor: 1749 }],
    addOns: [{ priceMinor: 500 }, { priceMinor: 1250 }],
    ...plan,
  })
  const browser = server.browser()
  const tickets = [1, 0].flatMap((session) =>
    [1, 0].map((type) => ({
      sessionId: event.sessionIds[session],
      ticketTypeId: event.typeIds[type],
      quantity: session + 1,
    })),
  )
  const addOns = event.addOnIds.toReversed().map((addOnId) => ({ addOnId, quantity: 2 }))
  const held = await browser.send('POST', '/api/checkout/carts/12345/hold', {
    eventId: event.eventId,
    sessionId: event.sessionId,
    tickets,
    addOns,
  })
  expect(held.status).toBe(201)
  return { event, browser }
}

const place = (browser: TestBrowser, event: BuiltEvent, intentId?: string) =>
  browser.send('POST', '/api/checkout/orders', orderBody(event, intentId))

const read = async (browser: TestBrowser, id: string) =>
  (await browser.send('GET', `/api/orders/${id}`)).body.order

describe('the price that a payment is recorded over', () => {
  test('is the one that its cart shows, over several sessions and with add-ons', async () => {
    const { event, browser } = await mixedCart()
    // The cart's answer has the fees and taxes of its lines beside them, and what each ticket costs.
    const { fees: _, taxes, taxMinor, ...shown } = (await getCart(browser)).body.quote
    expect([taxes, taxMinor]).toEqual([[], 0])
    const quote = {
      ...shown,
      lines: shown.lines.map(
        ({ unitPrices: __, taxMinor: ___, ...line }: { unitPrices: unknown; taxMinor: number }) =>
          line,
      ),
    }
    expect((await createIntent(browser)).status).toBe(200)
    const payments = await server.sql('select quote from payments where event_id = $1', [
      event.eventId,
    ])
    expect(payments).toEqual([{ quote }])
  })

  test('stays valid even if its type was taken off sale meanwhile', async () => {
    const { event, browser } = await mixedCart()
    await server.sql('update ticket_types set is_archived = true where event_id = $1', [
      event.eventId,
    ])
    const { quote } = (await getCart(browser)).body
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    expect((await place(browser, event, intent.paymentIntentId)).body.order.quote).toEqual(quote)
  })
})

describe('an order that was just placed', () => {
  test('is returned as later reads return it, if it was paid', async () => {
    const { event, browser } = await mixedCart()
    const { body: intent } = await createIntent(browser)
    await confirmCard(browser, intent, CARDS.success)
    const { status, body } = await place(browser, event, intent.paymentIntentId)
    expect(status).toBe(201)
    expect(body.order).toEqual(await read(browser, body.id))
    // The second request reads it from the database.
    expect((await place(browser, event, intent.paymentIntentId)).body).toEqual(body)
  })

  test('is returned as later reads return it, if it was free', async () => {
    const event = await server.build.event({ types: [{ priceMinor: 0 }] })
    const browser = server.browser()
    await holdCartOf(browser, event)
    const { status, body } = await place(browser, event)
    expect(status).toBe(201)
    expect(body.order).toEqual(await read(browser, body.id))
  })
})

test('an intent that was not stored is known once its payment is sold', async () => {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  // As after a crash between the provider's answer and the batch that stores it.
  await server.sql(`update payments set intent_id = null, state = 'created' where event_id = $1`, [
    event.eventId,
  ])
  expect((await createIntent(browser)).body).toEqual(intent)
  await server.sql(`update payments set intent_id = null, state = 'created' where event_id = $1`, [
    event.eventId,
  ])
  await confirmCard(browser, intent, CARDS.success)
  expect((await place(browser, event, intent.paymentIntentId)).status).toBe(201)
  const payments = await server.sql('select intent_id, state from payments where event_id = $1', [
    event.eventId,
  ])
  expect(payments).toEqual([{ intent_id: intent.paymentIntentId, state: 'completed' }])
})
