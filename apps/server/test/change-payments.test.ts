import { buy, CARDS, confirmCard, serverForTests, type TestBrowser } from '@foyer/testkit'
import { describe, expect, test } from 'vitest'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { stockOf } from './support/calls.ts'
import { defaultTenantOf } from './support/parts.ts'
import { watchWrites } from './support/writes.ts'

/** The payment intent of a change by the call that carts use, and the outcome of a change's payment. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })

const EMAIL = 'ada@example.com'

/** Two tickets for the first of two sessions; the second costs 10.00 more each. */
async function bought() {
  const event = await server.build.event({
    sessions: 2,
    types: [{ dynamicMinor: 3000 }, { name: 'Front Row', dynamicMinor: 5000 }],
  })
  const [here = '', there = ''] = event.sessionIds
  await server.sql(
    'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
    [there, event.typeId],
  )
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const orderId: string = body.orderId
  const tickets = await server.sql<{ id: string }>(
    'select id from tickets where order_id = $1 order by number',
    [orderId],
  )
  return { event, browser, orderId, here, there, ticketIds: tickets.map(({ id }) => id) }
}

const intentFor = (browser: TestBrowser, metadata: object, amount: number, more: object = {}) =>
  browser.send('POST', '/api/create-payment-intent', {
    amount,
    currency: 'usd',
    metadata,
    ...more,
  })

const finish = (browser: TestBrowser, orderId: string, to: string, paymentIntentId?: string) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: to,
    customerEmail: EMAIL,
    ...(paymentIntentId ? { paymentIntentId } : {}),
  })

/** Settles the payment as if the browser never came back. */
async function settleElsewhere(): Promise<void> {
  await server.sql('update payments set next_check_at = now()')
  await reconcilePayments(server.foyer.context, defaultTenantOf(server))
}

describe('a payment intent for a change', () => {
  test('of type reschedule is over what is due, and its payment makes the change', async () => {
    const { browser, orderId, there } = await bought()
    const metadata = { orderId, sessionId: there, type: 'reschedule' }
    const intent = await intentFor(browser, metadata, 20)
    expect(intent).toMatchObject({ status: 200, body: { amount: 20, currency: 'usd' } })
    expect(intent.body.clientSecret).toEqual(expect.any(String))
    expect(await stockOf(server, there)).toEqual({ held: 2, sold: 0 })
    const own = await browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
      change: { type: 'reschedule', newSessionId: there },
      amount: 20,
    })
    expect(own.body.paymentIntentId).toBe(intent.body.paymentIntentId)
    await confirmCard(browser, intent.body, CARDS.success)
    expect((await finish(browser, orderId, there)).status).toBe(200)
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
  })

  test('of type upgrade is over what is due, also by the address of the order', async () => {
    const { event, orderId, ticketIds } = await bought()
    const metadata = {
      orderId,
      type: 'upgrade',
      newTicketTypeId: event.typeIds[1],
      ticketIds: ticketIds.slice(0, 1),
    }
    const more = { customerEmail: EMAIL }
    expect(await intentFor(server.browser(), metadata, 20, more)).toMatchObject({
      status: 200,
      body: { amount: 20 },
    })
  })

  test('with another amount, or for nothing to pay, is refused and holds nothing', async () => {
    const { browser, orderId, here, there } = await bought()
    const written = await watchWrites(server)
    const reschedule = { orderId, sessionId: there, type: 'reschedule' }
    expect(await intentFor(browser, reschedule, 19.99)).toMatchObject({
      status: 409,
      body: { code: 'amount_mismatch', details: { expectedAmount: 20 } },
    })
    const stay = { orderId, sessionId: here, type: 'reschedule' }
    expect((await intentFor(browser, stay, 20)).body.code).toBe('nothing_to_pay')
    const unknown = { orderId, sessionId: there, type: 'move' }
    expect((await intentFor(browser, unknown, 20)).status).toBe(400)
    expect(await written()).toEqual([])
  })
})

describe('a reschedule that names its payment', () => {
  test('is reported as made if the payment was settled elsewhere', async () => {
    const { browser, orderId, there } = await bought()
    const { body: intent } = await intentFor(
      browser,
      { orderId, sessionId: there, type: 'reschedule' },
      20,
    )
    await confirmCard(browser, intent, CARDS.success)
    await settleElsewhere()
    expect((await finish(browser, orderId, there, intent.paymentIntentId)).status).toBe(200)
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
  })

  test('is reported as refunded, with the reference, if the seats were gone by then', async () => {
    const { browser, orderId, here, there } = await bought()
    const { body: intent } = await intentFor(
      browser,
      { orderId, sessionId: there, type: 'reschedule' },
      20,
    )
    await confirmCard(browser, intent, CARDS.success)
    await server.sql(
      `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
       where session_id = $1`,
      [there],
    )
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [
      there,
    ])
    await settleElsewhere()
    const answer = await finish(browser, orderId, there, intent.paymentIntentId)
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'payment_refunded', details: { amountMinor: 2000, currency: 'usd' } },
    })
    expect(answer.body.error.message).toContain('Your old ones are as they were.')
    expect(await stockOf(server, here)).toMatchObject({ sold: 2 })
    // Without the payment's name it is another attempt, which has to be paid.
    expect((await finish(browser, orderId, there)).body.code).toBe('payment_required')
  })

  test('does not learn anything of a payment of another order', async () => {
    const one = await bought()
    const other = await bought()
    const { body: intent } = await intentFor(
      other.browser,
      { orderId: other.orderId, sessionId: other.there, type: 'reschedule' },
      20,
    )
    await confirmCard(other.browser, intent, CARDS.success)
    await settleElsewhere()
    const answer = await finish(one.browser, one.orderId, one.there, intent.paymentIntentId)
    expect(answer.body.code).toBe('payment_required')
  })
})
