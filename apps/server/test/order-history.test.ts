import type { OrderView } from '@foyer/contract'
import {
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
import { sweepHolds } from '../src/jobs/sweep-holds.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** What an order is and how it became so, as its page reads it after each kind of change. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const EMAIL = 'ada@example.com'

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  there: string
  ticketIds: string[]
}

/** Two tickets at 30.00; in the second session they cost 40.00, and a front row 50.00 in both. */
async function bought(plan: EventPlan = {}): Promise<Bought> {
  const event = await server.build.event({
    sessions: 2,
    types: [{ dynamicMinor: 3000 }, { name: 'Front Row', dynamicMinor: 5000 }],
    ...plan,
  })
  const [, there = ''] = event.sessionIds
  await server.sql(
    'update session_prices set price_minor = 4000 where session_id = $1 and ticket_type_id = $2',
    [there, event.typeId],
  )
  const browser = server.browser()
  const { body } = await buy(browser, event)
  const { tickets } = await viewOf(browser, body.orderId)
  return { event, browser, orderId: body.orderId, there, ticketIds: tickets.map(({ id }) => id) }
}

/** The order as its page shows it. Every view that a test reads has amounts that agree. */
async function viewOf(browser: TestBrowser, orderId: string): Promise<OrderView> {
  const { body } = await browser.send('GET', `/api/orders/${orderId}`)
  const view: OrderView = body
  expect(problemsOf(view)).toEqual([])
  return view
}

/** Where the amounts of a view disagree: of the order, and of each entry of its history. */
function problemsOf({ order, balance, changes }: OrderView): string[] {
  const { paidMinor, leftMinor, changeFeesMinor, keptMinor, creditMinor } = balance
  const explained = order.quote.totalMinor + changeFeesMinor + keptMinor + creditMinor
  const charged = changes
    .filter(({ outcome }) => outcome === 'done')
    .reduce((sum, change) => sum + change.paidMinor, 0)
  return [
    ...(leftMinor === explained ? [] : [`left ${leftMinor}, explained ${explained}`]),
    ...(paidMinor === charged ? [] : [`paid ${paidMinor}, charged by changes ${charged}`]),
    ...changes
      .filter(
        (entry) =>
          entry.outcome === 'done' &&
          entry.paidMinor - entry.refundMinor !==
            entry.differenceMinor + entry.creditMinor - entry.waivedMinor + entry.keptMinor,
      )
      .map(({ kind }) => `the amounts of the ${kind} disagree`),
  ]
}

const payChange = (
  { browser, orderId }: Bought,
  change: object,
  amount: number,
): Promise<{ clientSecret: string; paymentIntentId: string }> =>
  browser
    .send('POST', `/api/order-management/${orderId}/payment-intent`, {
      customerEmail: EMAIL,
      change,
      amount,
      currency: 'usd',
    })
    .then(({ body }) => body)

const reschedule = ({ browser, orderId, there }: Bought, more: object = {}) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: there,
    customerEmail: EMAIL,
    ...more,
  })

/** Takes the order to the dearer session and pays for it. */
async function paidReschedule(order: Bought, reason?: string): Promise<void> {
  const change = { type: 'reschedule', newSessionId: order.there, reason }
  await confirmCard(order.browser, await payChange(order, change, 20), CARDS.success)
  expect((await reschedule(order, { reason })).status).toBe(200)
}

test('an order that never changed has its purchase as its only entry', async () => {
  const { browser, orderId } = await bought()
  const view = await viewOf(browser, orderId)
  expect(view.changes).toMatchObject([
    {
      id: orderId,
      kind: 'purchase',
      outcome: 'done',
      madeBy: 'buyer',
      at: view.order.createdAt,
      paidMinor: 6000,
      differenceMinor: 6000,
      receipt: view.order.quote,
    },
  ])
  expect(view.balance).toMatchObject({ paidMinor: 6000, refundedMinor: 0, leftMinor: 6000 })
  expect(view.replacedTickets).toEqual([])
})

test('a paid reschedule shows from where to where, its difference and its reason', async () => {
  const order = await bought()
  const before = await viewOf(order.browser, order.orderId)
  await paidReschedule(order, 'The train is late')
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order).toMatchObject({ totalAmount: 80, ticketCount: 2 })
  expect(view.balance).toMatchObject({ paidMinor: 8000, leftMinor: 8000 })
  const here = order.event.sessionId
  expect(view.changes).toHaveLength(2)
  expect(view.changes[1]).toMatchObject({
    kind: 'reschedule',
    outcome: 'done',
    madeBy: 'buyer',
    differenceMinor: 2000,
    paidMinor: 2000,
    reason: 'The train is late',
    receipt: { totalMinor: 8000 },
    tickets: [1, 2].map((number) => ({
      number,
      from: { session: { id: here }, amountMinor: 3000 },
      to: { session: { id: order.there }, amountMinor: 4000 },
      differenceMinor: 1000,
    })),
  })
  // A printed old code leads to the ticket that is valid now.
  expect(view.replacedTickets).toEqual(
    before.tickets.map(({ number, typeName, validationCode }) => ({
      number,
      typeName,
      validationCode,
      replacedBy: view.tickets.find((ticket) => ticket.number === number)?.id,
    })),
  )
  expect(view.tickets.map(({ revision }) => revision)).toEqual([1, 1])
})

test('a link alone shows the history without what the buyer wrote', async () => {
  const order = await bought()
  await paidReschedule(order, 'The train is late')
  const { secrets } = server.foyer.context
  const token = secrets.orderToken(1, order.orderId, new Date(Date.now() + 3_600_000))
  const { body } = await server.browser().send('GET', `/api/orders/${order.orderId}?token=${token}`)
  expect(body.changes).toHaveLength(2)
  expect(JSON.stringify(body)).not.toContain('train')
})

test('an upgrade shows the types, and the order its present total', async () => {
  const order = await bought()
  const [ticketId = ''] = order.ticketIds
  const newTicketTypeId = order.event.typeIds[1]
  const change = { type: 'upgrade', newTicketTypeId, ticketIds: [ticketId] }
  await confirmCard(order.browser, await payChange(order, change, 20), CARDS.success)
  const path = `/api/order-management/${order.orderId}/upgrade`
  await order.browser.send('POST', path, { ticketId, newTicketTypeId, customerEmail: EMAIL })
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order.totalAmount).toBe(80)
  expect(view.changes[1]).toMatchObject({
    kind: 'upgrade',
    paidMinor: 2000,
    tickets: [{ number: 1, to: { typeName: 'Front Row', amountMinor: 5000 } }],
  })
})

test('a cheaper reschedule shows its refund with its state', async () => {
  const order = await bought()
  await server.sql('update session_prices set price_minor = 2000 where session_id = $1', [
    order.there,
  ])
  expect((await reschedule(order)).status).toBe(200)
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order.totalAmount).toBe(40)
  expect(view.balance).toMatchObject({ paidMinor: 6000, refundedMinor: 2000, leftMinor: 4000 })
  const [refund] = view.refunds
  expect(refund).toMatchObject({ amountMinor: 2000, state: 'queued' })
  expect(view.changes[1]).toMatchObject({
    differenceMinor: -2000,
    refundMinor: 2000,
    refundReferences: [refund?.reference],
  })
})

test('a difference that is too small to be charged is shown as waived', async () => {
  const order = await bought()
  await server.sql('update session_prices set price_minor = 3010 where session_id = $1', [
    order.there,
  ])
  expect((await reschedule(order)).status).toBe(200)
  const view = await viewOf(order.browser, order.orderId)
  expect(view.changes[1]).toMatchObject({ differenceMinor: 20, paidMinor: 0, waivedMinor: 20 })
  expect(view.balance).toMatchObject({ creditMinor: -20, leftMinor: 6000 })
})

test('a cancelled ticket lowers the total, and the history shows what was kept of it', async () => {
  const order = await bought()
  const [, second = ''] = order.ticketIds
  await giveBack(server, order.orderId, {
    kind: 'tickets',
    ticketIds: [second],
    withFees: true,
    sharePpm: 800_000,
  })
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order).toMatchObject({ totalAmount: 30, ticketCount: 1, status: 'PAID' })
  expect(view.tickets.map(({ isCancelled }) => isCancelled)).toEqual([false, true])
  expect(view.balance).toMatchObject({ refundedMinor: 2400, leftMinor: 3600, keptMinor: 600 })
  expect(view.changes[1]).toMatchObject({
    kind: 'cancellation',
    madeBy: 'organizer',
    differenceMinor: -3000,
    refundMinor: 2400,
    keptMinor: 600,
    refundReferences: [view.refunds[0]?.reference],
    tickets: [{ number: 2, to: null, differenceMinor: -3000 }],
  })
  const purchase = await order.browser.send('GET', `/api/checkout/purchases/${order.orderId}`)
  expect(purchase.body.summary.totalTickets).toBe(1)
})

test('a cancelled order costs nothing, and its card in a list says the same', async () => {
  const order = await bought()
  await giveBack(server, order.orderId)
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order).toMatchObject({ status: 'REFUNDED', totalAmount: 0, ticketCount: 0 })
  expect(view.balance).toMatchObject({ paidMinor: 6000, refundedMinor: 6000, leftMinor: 0 })
  const { body } = await order.browser.send('GET', `/api/order-management/${order.orderId}`)
  expect(body.data).toMatchObject({ totalAmount: 0, ticketCount: 0 })
})

test('a correction shows a refund for which no ticket ended', async () => {
  const order = await bought()
  await giveBack(server, order.orderId, { kind: 'amount', amountMinor: 500, withFees: true })
  const view = await viewOf(order.browser, order.orderId)
  expect(view.order.totalAmount).toBe(60)
  expect(view.changes[1]).toMatchObject({
    kind: 'correction',
    refundMinor: 500,
    keptMinor: -500,
    tickets: [],
  })
  expect(view.balance).toMatchObject({ leftMinor: 5500, keptMinor: -500 })
})

describe('a change whose payment came too late', () => {
  test('is an entry with its refund, and no part of the balance', async () => {
    const order = await bought({ capacity: 2 })
    const change = { type: 'reschedule', newSessionId: order.there }
    await confirmCard(order.browser, await payChange(order, change, 20), CARDS.success)
    await server.sql(
      `update holds set expires_at = now() - interval '1 hour', reclaim_at = now() - interval '1 hour'
       where cart_id = (select id from order_changes where order_id = $1 and state = 'open')`,
      [order.orderId],
    )
    await sweepHolds(server.foyer.context, defaultTenantOf(server))
    await server.sql('update stock set capacity = 1 where session_id = $1 and pool_id = $1', [
      order.there,
    ])
    expect((await reschedule(order)).body.code).toBe('payment_refunded')
    const view = await viewOf(order.browser, order.orderId)
    const [refund] = view.refunds
    expect(view.changes[1]).toMatchObject({
      kind: 'reschedule',
      outcome: 'refunded',
      paidMinor: 2000,
      refundMinor: 2000,
      refundReferences: [refund?.reference],
      receipt: null,
    })
    expect(view.balance).toMatchObject({ paidMinor: 6000, refundedMinor: 0, leftMinor: 6000 })
    expect(view.tickets.map(({ id }) => id)).toEqual(order.ticketIds)
  })
})

test('an order that changed several times shows every step in its order', async () => {
  const order = await bought()
  await paidReschedule(order)
  const { tickets } = await viewOf(order.browser, order.orderId)
  await giveBack(server, order.orderId, {
    kind: 'tickets',
    ticketIds: [tickets[1]?.id ?? ''],
    withFees: true,
  })
  await giveBack(server, order.orderId, { kind: 'amount', amountMinor: 100, withFees: true })
  const view = await viewOf(order.browser, order.orderId)
  expect(view.changes.map(({ kind }) => kind)).toEqual([
    'purchase',
    'reschedule',
    'cancellation',
    'correction',
  ])
  expect(view.order.totalAmount).toBe(40)
  expect(view.balance).toMatchObject({ paidMinor: 8000, refundedMinor: 4100, leftMinor: 3900 })
})
