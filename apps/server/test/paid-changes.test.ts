import {
  type Answer,
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  type EventPlan,
  findStockDrift,
  serverForTests,
  type TestBrowser,
} from '@foyer/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { completeOrder } from '../src/engine/orders/complete-order.ts'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { makeRefunds } from '../src/features/payments/refunds/make-refunds.ts'
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { stockOf, times } from './support/calls.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Changes of an order that cost more: held, paid, and made or refunded. After each the books balance. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'

/** Two tickets for the first of three sessions; the second costs 10.00 more each. */
async function bought(plan: EventPlan = {}) {
  const event = await server.build.event({
    sessions: 3,
    types: [{ dynamicMinor: 3000 }, { name: 'Front Row', dynamicMinor: 5000 }],
    ...plan,
  })
  const [here = '', there = '', third = ''] = event.sessionIds
  await server.sql(
    `update session_prices set price_minor = 4000 where session_id in ($1, $2) and ticket_type_id = $3`,
    [there, third, event.typeId],
  )
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const tickets = await ticketsOf(body.orderId)
  return { event, browser, orderId: body.orderId as string, here, there, third, tickets }
}

interface TicketRow extends Record<string, unknown> {
  id: string
  number: number
  session_id: string
  ticket_type_id: string
  validation_code: string
}

const ticketsOf = (orderId: string) =>
  server.sql<TicketRow>(
    `select id, number, session_id, ticket_type_id, validation_code from tickets
     where order_id = $1 and status = 'VALID' order by number`,
    [orderId],
  )

const reschedule = (to: string, ticketIds?: string[]) => ({
  type: 'reschedule' as const,
  newSessionId: to,
  ...(ticketIds ? { ticketIds } : {}),
})
const upgrade = (event: BuiltEvent, ticketIds: string[]) => ({
  type: 'upgrade' as const,
  newTicketTypeId: event.typeIds[1] ?? '',
  ticketIds,
})

const pay = (browser: TestBrowser, orderId: string, change: object, amount: number) =>
  browser.send('POST', `/api/order-management/${orderId}/payment-intent`, {
    customerEmail: EMAIL,
    change,
    amount,
    currency: 'usd',
  })

const finish = (browser: TestBrowser, orderId: string, to: string): Promise<Answer> =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: to,
    customerEmail: EMAIL,
  })

const chargesOf = async (orderId: string) => {
  const rows = await server.sql<{ captured_minor: number }>(
    'select captured_minor from payments where order_id = $1 order by created_at',
    [orderId],
  )
  return rows.map((row) => row.captured_minor)
}

const refundsOf = (orderId: string) =>
  server.sql<{ kind: string; amount_minor: number }>(
    'select kind, amount_minor from refunds where order_id = $1 order by created_at, amount_minor',
    [orderId],
  )

/** Lets the reconciler check every payment of the event as if it were due. */
async function reconcile(event: BuiltEvent): Promise<void> {
  await server.sql('update payments set next_check_at = now() where event_id = $1', [event.eventId])
  await reconcilePayments(server.foyer.context, defaultTenantOf(server))
  await server.sql('update refunds set next_attempt_at = now()')
  await makeRefunds(server.foyer.context, defaultTenantOf(server))
}

/** Ends the hold of the open change of an order. */
async function expireChange(orderId: string): Promise<void> {
  await server.sql(
    `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
     where cart_id = (select id from order_changes where order_id = $1 and state = 'open')`,
    [orderId],
  )
  await sweepHolds(server.foyer.context, defaultTenantOf(server))
}

describe('a reschedule to a dearer session', () => {
  test('holds its seats while the old tickets stay valid, and is made once it is paid', async () => {
    const { browser, orderId, here, there, tickets } = await bought()
    const intent = await pay(browser, orderId, reschedule(there), 20)
    expect(intent).toMatchObject({ status: 200, body: { amount: 20, currency: 'usd' } })
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 2 })
    expect(await stockOf(server, there)).toEqual({ held: 2, sold: 0 })
    expect(await ticketsOf(orderId)).toEqual(tickets)
    expect((await finish(browser, orderId, there)).status).toBe(402)
    await confirmCard(browser, intent.body, CARDS.success)
    expect(await finish(browser, orderId, there)).toMatchObject({ status: 200 })
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 0 })
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 2 })
    const after = await ticketsOf(orderId)
    expect(after.map(({ number, session_id }) => [number, session_id])).toEqual([
      [1, there],
      [2, there],
    ])
    const codes = tickets.map((ticket) => ticket.validation_code)
    expect(after.filter((ticket) => codes.includes(ticket.validation_code))).toEqual([])
    expect(await chargesOf(orderId)).toEqual([6000, 2000])
    expect((await finish(browser, orderId, there)).status).toBe(200)
    expect(await chargesOf(orderId)).toEqual([6000, 2000])
    const { body: order } = await browser.send('GET', `/api/orders/${orderId}`)
    expect(order).toMatchObject({
      order: { totalAmount: 80, sessionId: there, ticketCount: 2 },
      balance: { paidMinor: 8000, refundedMinor: 0, leftMinor: 8000 },
    })
    expect(order.tickets).toHaveLength(2)
  })

  test('is made by the reconciler if its buyer never comes back', async () => {
    const { event, browser, orderId, there } = await bought()
    const intent = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, intent.body, CARDS.success)
    await reconcile(event)
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([there, there])
    expect(await chargesOf(orderId)).toEqual([6000, 2000])
  })

  test('is one change with one payment, even if several tabs and phones request it', async () => {
    const { browser, orderId, there } = await bought()
    const phone = server.browser()
    const answers = await Promise.all(
      times(6, (index) => pay(index % 2 ? phone : browser, orderId, reschedule(there), 20)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.paymentIntentId)).size).toBe(1)
    expect(await stockOf(server, there)).toEqual({ held: 2, sold: 0 })
  })

  test('charges the difference of one ticket if only one of two is rescheduled', async () => {
    const { browser, orderId, here, there, tickets } = await bought()
    const change = reschedule(there, [tickets[1]?.id ?? ''])
    const intent = await pay(browser, orderId, change, 10)
    await confirmCard(browser, intent.body, CARDS.success)
    expect((await finish(browser, orderId, there)).status).toBe(200)
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([here, there])
    expect(await chargesOf(orderId)).toEqual([6000, 1000])
  })

  test('is refused with the right amount if another one is stated, and holds nothing', async () => {
    const { browser, orderId, there } = await bought()
    expect(await pay(browser, orderId, reschedule(there), 1)).toMatchObject({
      status: 409,
      body: { code: 'amount_mismatch', details: { expectedAmount: 20 } },
    })
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  })

  test('is refused to a stranger, and if nothing has to be paid', async () => {
    const { browser, event, orderId, here, there } = await bought()
    await server.sql('update session_prices set price_minor = 3000 where session_id = $1', [there])
    expect(await pay(browser, orderId, reschedule(there), 20)).toMatchObject({
      body: { code: 'nothing_to_pay' },
    })
    const stranger = await server
      .browser()
      .send('POST', `/api/order-management/${orderId}/payment-intent`, {
        customerEmail: 'eve@example.com',
        change: reschedule(there),
        amount: 20,
        currency: 'usd',
      })
    expect(stranger.status).toBe(404)
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 2 })
    expect(event.sessionIds).toContain(here)
  })
})

describe('a payment of a change that lands too late', () => {
  test('makes the change if its seats are still there', async () => {
    const { browser, orderId, there } = await bought()
    const intent = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, intent.body, CARDS.success)
    await expireChange(orderId)
    expect((await finish(browser, orderId, there)).status).toBe(200)
    expect((await ticketsOf(orderId)).map(({ session_id }) => session_id)).toEqual([there, there])
  })

  test('is refunded if its seats are gone, and the old tickets stay valid', async () => {
    const { event, browser, orderId, there, tickets } = await bought({ capacity: 2 })
    const intent = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, intent.body, CARDS.success)
    await expireChange(orderId)
    await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [
      there,
    ])
    expect(await finish(browser, orderId, there)).toMatchObject({
      body: { code: 'payment_refunded', details: { amountMinor: 2000 } },
    })
    expect(await ticketsOf(orderId)).toEqual(tickets)
    expect(await refundsOf(orderId)).toEqual([{ kind: 'unplaced', amount_minor: 2000 }])
    await reconcile(event)
    expect(await chargesOf(orderId)).toEqual([6000])
  })

  test('is reported as refunded, and the old tickets as valid, to every call that settles it', async () => {
    const { event, browser, orderId, there } = await bought({ capacity: 2 })
    const { body } = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, body, CARDS.success)
    await expireChange(orderId)
    await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [
      there,
    ])
    const { context } = server.foyer
    const [payment = { id: '', cartId: '' }] = await server.sql<{ id: string; cartId: string }>(
      'select id, cart_id as "cartId" from payments where intent_id = $1',
      [body.paymentIntentId],
    )
    const intent = await context.payments.retrieveIntent(body.paymentIntentId)
    if (!intent) throw new Error('the intent of the payment is unknown to the provider')
    const settle = () => completeOrder(context, defaultTenantOf(server), payment, intent)
    // As the webhook and the browser do, each of which may have read the payment before it is settled.
    for (const settled of [await settle(), await settle()]) {
      expect(settled).toMatchObject({
        refusal: {
          code: 'payment_refunded',
          message: expect.stringMatching(
            /^Your new tickets were gone .* Your old ones are as they/,
          ),
        },
      })
    }
    expect(await refundsOf(orderId)).toEqual([{ kind: 'unplaced', amount_minor: 2000 }])
    await reconcile(event)
  })

  test('is refunded if another change took its place', async () => {
    const { event, browser, orderId, there, third } = await bought()
    const first = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, first.body, CARDS.success)
    const second = await pay(browser, orderId, reschedule(third), 20)
    expect(second.status).toBe(200)
    expect(second.body.paymentIntentId).not.toBe(first.body.paymentIntentId)
    await reconcile(event)
    expect(await refundsOf(orderId)).toEqual([{ kind: 'unplaced', amount_minor: 2000 }])
    await confirmCard(browser, second.body, CARDS.success)
    expect((await finish(browser, orderId, third)).status).toBe(200)
    expect(await chargesOf(orderId)).toEqual([6000, 2000])
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  })

  test('is refunded if one of its tickets was refunded meanwhile', async () => {
    const { event, browser, orderId, there, tickets } = await bought()
    const intent = await pay(browser, orderId, reschedule(there), 20)
    await confirmCard(browser, intent.body, CARDS.success)
    const [first] = tickets
    await giveBack(server, orderId, {
      kind: 'tickets',
      ticketIds: [first?.id ?? ''],
      withFees: true,
    })
    await reconcile(event)
    expect(await refundsOf(orderId)).toEqual([
      { kind: 'tickets', amount_minor: 3000 },
      { kind: 'unplaced', amount_minor: 2000 },
    ])
    expect((await ticketsOf(orderId)).map(({ number }) => number)).toEqual([2])
    expect(await stockOf(server, there)).toEqual({ held: 0, sold: 0 })
  })
})

describe('an upgrade', () => {
  test('of one ticket is paid and made in a session that is sold out', async () => {
    const { event, browser, orderId, here, tickets } = await bought({ capacity: 2 })
    const [first] = tickets
    const change = upgrade(event, [first?.id ?? ''])
    const intent = await pay(browser, orderId, change, 20)
    expect(intent.status).toBe(200)
    await confirmCard(browser, intent.body, CARDS.success)
    const done = await browser.send('POST', `/api/order-management/${orderId}/upgrade`, {
      ticketId: first?.id,
      newTicketTypeId: event.typeIds[1],
      customerEmail: EMAIL,
      paymentMethodId: 'pm_mock',
    })
    expect(done).toMatchObject({
      status: 200,
      body: { success: true, data: { paymentIntentId: intent.body.paymentIntentId } },
    })
    const after = await ticketsOf(orderId)
    expect(after.map((ticket) => ticket.ticket_type_id)).toEqual([
      event.typeIds[1],
      event.typeIds[0],
    ])
    const again = await browser.send('POST', `/api/order-management/${orderId}/upgrade`, {
      ticketId: first?.id,
      newTicketTypeId: event.typeIds[1],
      customerEmail: EMAIL,
    })
    expect(again.status).toBe(200)
    expect(await ticketsOf(orderId)).toEqual(after)
    expect(await stockOf(server, here)).toEqual({ held: 0, sold: 2 })
  })

  test('without a payment is refused with its difference, whatever payment method is named', async () => {
    const { event, browser, orderId, tickets } = await bought()
    const refusal = await browser.send('POST', `/api/order-management/${orderId}/upgrade`, {
      ticketId: tickets[0]?.id,
      newTicketTypeId: event.typeIds[1],
      customerEmail: EMAIL,
      paymentMethodId: 'pm_card_visa',
    })
    expect(refusal).toMatchObject({
      status: 402,
      body: { code: 'payment_required', details: { differenceMinor: 2000 } },
    })
    expect(await ticketsOf(orderId)).toEqual(tickets)
  })
})

test('a refund of a changed order draws on its newest charge first', async () => {
  const { browser, orderId, there } = await bought()
  const intent = await pay(browser, orderId, reschedule(there), 20)
  await confirmCard(browser, intent.body, CARDS.success)
  await finish(browser, orderId, there)
  expect(await giveBack(server, orderId)).toMatchObject({ ok: true, value: { amountMinor: 8000 } })
  expect(await refundsOf(orderId)).toEqual([
    { kind: 'whole', amount_minor: 2000 },
    { kind: 'whole', amount_minor: 6000 },
  ])
})
