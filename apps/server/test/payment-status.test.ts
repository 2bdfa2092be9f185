import {
  BUYER,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  orderBody,
  serverForTests,
  until,
} from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { expireHolds, holdCartOf } from './support/calls.ts'
import { refundsOf } from './support/money.ts'

/** The status that a waiting page gets, with webhooks delayed or lost. */
const server = serverForTests({ isOneAddressMany: true })
afterEach(async () => {
  webhooks().reset()
  expect(await findStockDrift(server)).toEqual([])
})

const webhooks = () => {
  const { emulator } = server.foyer
  if (!emulator) throw new Error('The test server has the emulator')
  return emulator.webhooks
}

async function readyToPay(capacity = 2) {
  const event = await server.build.event({ capacity })
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  await browser.send('POST', '/api/checkout/carts/12345/payment', BUYER)
  const status = async (by = browser) =>
    by.send('GET', `/api/checkout/payments/${intent.paymentIntentId}`)
  const becomes = (state: string) =>
    until(status, ({ body }) => body.state === state).then(({ body }) => body)
  return { event, browser, intent, status, becomes }
}

test('a payment is processing until it is paid, then ticketed with the order', async () => {
  const { browser, intent, status, becomes } = await readyToPay()
  expect((await status()).body).toEqual({ state: 'processing' })
  await confirmCard(browser, intent, CARDS.success)
  const { orderId } = await becomes('ticketed')
  expect((await browser.send('GET', `/api/orders/${orderId}`)).status).toBe(200)
})

test('a payment becomes ticketed without any webhook: a status request starts the reconciler', async () => {
  const { browser, intent, becomes } = await readyToPay()
  webhooks().hold()
  await confirmCard(browser, intent, CARDS.success)
  await server.sql(`update payments set updated_at = now() - interval '6 seconds'`)
  await becomes('ticketed')
})

test('a decline has its reason, and another card may be tried', async () => {
  const { browser, intent, becomes } = await readyToPay()
  await confirmCard(browser, intent, CARDS.insufficientFunds)
  expect(await becomes('failed')).toEqual({
    state: 'failed',
    reason: 'Your card has insufficient funds.',
    mayRetry: true,
  })
  await confirmCard(browser, intent, CARDS.success)
  await becomes('ticketed')
})

test('a decline is over once another card was used, although no webhook reports it', async () => {
  const { browser, intent, becomes } = await readyToPay()
  await confirmCard(browser, intent, CARDS.insufficientFunds)
  await becomes('failed')
  webhooks().hold()
  await confirmCard(browser, intent, CARDS.success)
  await server.sql(`update payments set updated_at = now() - interval '6 seconds'`)
  await becomes('ticketed')
})

test('a decline is over while a second card is being confirmed, although its buyer is not known yet', async () => {
  const event = await server.build.event({ capacity: 2 })
  const browser = server.browser()
  await holdCartOf(browser, event)
  const { body: intent } = await createIntent(browser)
  const status = () => browser.send('GET', `/api/checkout/payments/${intent.paymentIntentId}`)
  await confirmCard(browser, intent, CARDS.insufficientFunds)
  await until(status, ({ body }) => body.state === 'failed')
  await confirmCard(browser, intent, CARDS.success)
  await until(status, ({ body }) => body.state === 'processing')
})

test('a payment in another tab after the tickets were gone is refunded, with the reference', async () => {
  const { event, browser, intent, status, becomes } = await readyToPay()
  server.foyer.emulator?.faults.next({ match: 'POST /v1/refunds', kind: 'error500', times: 3 })
  await expireHolds(server, event.sessionId)
  await holdCartOf(server.browser(), event)
  await confirmCard(browser, intent, CARDS.success)
  await until(status, ({ body }) => body.state !== 'processing')
  const [refund] = await refundsOf(server, event)
  const given = {
    reference: `R-${refund?.id.slice(-8).toUpperCase()}`,
    amountMinor: 6000,
    currency: 'usd',
  }
  expect((await status()).body).toMatchObject(given)
  await server.sql('update refunds set next_attempt_at = now()')
  server.foyer.context.kickJobs(1)
  expect(await becomes('refunded')).toEqual({
    state: 'refunded',
    ...given,
    isCalledOff: false,
    isOverLimit: false,
  })
  const order = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.paymentIntentId),
  )
  expect(order).toMatchObject({ status: 409, body: { code: 'payment_refunded', details: given } })
  expect(order.body.error).toContain(given.reference)
  const mails = await server.sql(
    `select m.recipient, m.data from mails m join payments p on p.id = m.payment_id
     where p.event_id = $1 and m.kind = 'refund'`,
    [event.eventId],
  )
  expect(mails).toEqual([{ recipient: 'ada@example.com', data: { ...given, extent: 'unplaced' } }])
})

test('a refund that failed for good is reported under the same reference', async () => {
  const { event, browser, intent, status } = await readyToPay()
  server.foyer.emulator?.faults.next({ match: 'POST /v1/refunds', kind: 'error500', times: 3 })
  await expireHolds(server, event.sessionId)
  await holdCartOf(server.browser(), event)
  await confirmCard(browser, intent, CARDS.success)
  await until(status, ({ body }) => body.state === 'refund_pending')
  const [refund] = await refundsOf(server, event)
  await server.sql(`update refunds set state = 'failed' where id = $1`, [refund?.id])
  expect((await status()).body).toEqual({
    state: 'refund_failed',
    reference: `R-${refund?.id.slice(-8).toUpperCase()}`,
    amountMinor: 6000,
    currency: 'usd',
    isCalledOff: false,
    isOverLimit: false,
  })
})

test('a payment that was canceled with its hold has failed, and nothing was charged', async () => {
  const { browser, event, becomes } = await readyToPay()
  await browser.send('DELETE', '/api/checkout/holds/cart/12345')
  await server.sql('update payments set next_check_at = now() where event_id = $1', [event.eventId])
  server.foyer.context.kickJobs(1)
  expect(await becomes('failed')).toMatchObject({ mayRetry: false })
})

test('another browser, and a request for an unknown payment, are shown nothing', async () => {
  const { browser, status } = await readyToPay()
  const stranger = server.browser()
  await holdCartOf(stranger, await server.build.event())
  expect((await status(stranger)).body.code).toBe('payment_not_found')
  expect((await status(server.browser())).status).toBe(404)
  expect((await browser.send('GET', '/api/checkout/payments/pi_none')).status).toBe(404)
})
