import {
  type BuiltEvent,
  buy,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { holdCartOf, stockOf, tally, times } from './support/calls.ts'
import { askProvider, sendWebhook, webhooksDone } from './support/provider.ts'

/** Refunds in the provider's own dashboard. */
const server = serverForTests()
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

/** Two tickets for 60.00, the last ones of their session. */
async function bought() {
  const event = await server.build.event({ capacity: 2, sessions: 2 })
  const browser = server.browser()
  const { body } = await buy(browser, event)
  return { event, browser, orderId: body.orderId, intentId: body.order.paymentId }
}

/** Refunds in the dashboard; returns once the webhook was processed. */
async function refund(intentId: string, amount?: number): Promise<void> {
  const form = { payment_intent: intentId, ...(amount ? { amount: String(amount) } : {}) }
  const { status } = await askProvider(server, 'refunds', form)
  expect(status).toBe('succeeded')
  await webhooksDone(server)
}

async function stateOf(browser: TestBrowser, orderId: string) {
  const { body } = await browser.send('GET', `/api/orders/${orderId}`)
  return [body.order.status, ...body.tickets.map((ticket: { status: string }) => ticket.status)]
}

const soldIn = async (event: BuiltEvent) => (await stockOf(server, event.sessionId)).sold

test('a full refund cancels the tickets and frees their seats', async () => {
  const { event, browser, orderId, intentId } = await bought()
  expect((await holdCartOf(server.browser(), event)).status).toBe(409)
  await refund(intentId)
  expect(await stateOf(browser, orderId)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED'])
  expect(await soldIn(event)).toBe(0)
  expect((await holdCartOf(server.browser(), event)).status).toBe(201)
})

test('a partial refund changes no ticket; when the rest is refunded, all tickets end', async () => {
  const { event, browser, orderId, intentId } = await bought()
  await refund(intentId, 2000)
  expect(await stateOf(browser, orderId)).toEqual(['PAID', 'VALID', 'VALID'])
  expect(await soldIn(event)).toBe(2)
  await refund(intentId, 4000)
  expect(await stateOf(browser, orderId)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED'])
  expect(await soldIn(event)).toBe(0)
})

test('a refund that is reported repeatedly, also once the seats are sold again, changes nothing more', async () => {
  const { event, intentId } = await bought()
  await refund(intentId)
  await buy(server.browser(), event)
  const again = await Promise.all(
    times(5, () =>
      sendWebhook(server, 'charge.refunded', { object: 'charge', payment_intent: intentId }),
    ),
  )
  expect(again.map((answer) => answer.status)).toEqual(times(5, () => 200))
  await webhooksDone(server)
  expect(await soldIn(event)).toBe(2)
})

test("a webhook's claim of a refund is not trusted: the provider is asked", async () => {
  const { browser, orderId, intentId } = await bought()
  const lie = { object: 'charge', payment_intent: intentId, refunded: true, amount_refunded: 6000 }
  expect((await sendWebhook(server, 'charge.refunded', lie)).status).toBe(200)
  await webhooksDone(server)
  expect(await stateOf(browser, orderId)).toEqual(['PAID', 'VALID', 'VALID'])
})

test('a refund of a rescheduled order frees the seats in its current session', async () => {
  const { event, browser, orderId, intentId } = await bought()
  const there = event.sessionIds[1] ?? ''
  const body = { newSessionId: there, customerEmail: 'ada@example.com' }
  await browser.send('POST', `/api/order-management/${orderId}/reschedule`, body)
  expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
  await refund(intentId)
  expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  const rescheduled = await browser.send(
    'POST',
    `/api/order-management/${orderId}/reschedule`,
    body,
  )
  expect([rescheduled.status, rescheduled.body.code]).toEqual([409, 'reschedule_not_possible'])
})

test('after a refund, holds and a reschedule at the same moment, every seat has one owner', async () => {
  const { event, browser, orderId, intentId } = await bought()
  const there = event.sessionIds[1] ?? ''
  const body = { newSessionId: there, customerEmail: 'ada@example.com' }
  const [, , ...holds] = await Promise.all([
    refund(intentId),
    browser.send('POST', `/api/order-management/${orderId}/reschedule`, body),
    ...times(6, () => holdCartOf(server.browser(), event)),
  ])
  expect(await stateOf(browser, orderId)).toEqual(['REFUNDED', 'CANCELLED', 'CANCELLED'])
  expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  const { 201: granted = 0 } = tally(holds)
  expect(await stockOf(server, event.sessionId)).toEqual({ held: granted * 2, sold: 0 })
})
