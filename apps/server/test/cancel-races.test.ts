import {
  BUYER,
  type BuiltEvent,
  buy,
  findStockDrift,
  serverForTests,
  type TestBrowser,
  type TestServer,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeGate } from './support/gate.ts'

/** Cancellations of one order beside each other and beside a reschedule, in two processes. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
let sibling: Awaited<ReturnType<TestServer['sibling']>>
beforeAll(async () => {
  sibling = await server.sibling()
})
afterAll(() => sibling.close())

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  ticketId: string
}

/** One ticket of the first of two sessions, which gives back half of its 30.00. */
async function bought(): Promise<Bought> {
  const event = await server.build.event({
    sessions: 2,
    changePolicy: {
      cancel: {
        isAllowed: true,
        untilMinutes: 0,
        shares: [{ untilMinutes: 0, ratePpm: 500_000 }],
        withFees: false,
      },
    },
  })
  const browser = server.browser()
  const { body } = await buy(browser, event, '12345', 1)
  const [ticket] = await server.sql<{ id: string }>('select id from tickets where order_id = $1', [
    body.orderId,
  ])
  return { event, browser, orderId: body.orderId, ticketId: ticket?.id ?? '' }
}

const customerEmail = BUYER.contact.email
const cancel = (browser: TestBrowser, { orderId, ticketId }: Bought) =>
  browser.send('POST', `/api/order-management/${orderId}/cancel`, {
    customerEmail,
    ticketIds: [ticketId],
    refundAmount: 15,
  })
const reschedule = (browser: TestBrowser, { orderId, event }: Bought) =>
  browser.send('POST', `/api/order-management/${orderId}/reschedule`, {
    customerEmail,
    newSessionId: event.sessionIds[1],
  })

/** What is wrong afterwards: with the books, with the refunds and with the history of the order. */
async function problemsOf({ event, orderId }: Bought): Promise<string[]> {
  const drift = await findStockDrift(server, {
    sessionIds: event.sessionIds,
    orderIds: [orderId],
    paymentIds: [],
  })
  const [row] = await server.sql<{ refunds: number; changes: number; valid: number }>(
    `select (select count(*)::integer from refunds where order_id = $1) as refunds,
       (select count(*)::integer from order_changes where order_id = $1 and state = 'done') as changes,
       (select count(*)::integer from tickets where order_id = $1 and status = 'VALID') as valid`,
    [orderId],
  )
  const { refunds = 0, changes = 0, valid = 0 } = row ?? {}
  return [
    ...drift.map(({ check, says, found }) => `${check}: ${says}; ${found}`),
    ...(refunds > 1 ? [`refunded ${refunds} times`] : []),
    ...(changes > 1 ? [`changed ${changes} times`] : []),
    ...(refunds + valid !== 1 ? [`${refunds} refunds and ${valid} valid tickets`] : []),
  ]
}

async function twoCancels(order: Bought): Promise<string[]> {
  const answers = await Promise.all([
    cancel(order.browser, order),
    cancel(sibling.browser(), order),
  ])
  const failed = answers.filter(({ status }) => status !== 200)
  return failed.map(({ status }) => `answered ${status}`)
}

async function cancelAndReschedule(order: Bought): Promise<string[]> {
  const answers = await Promise.all([
    cancel(order.browser, order),
    reschedule(sibling.browser(), order),
  ])
  const made = answers.filter(({ status }) => status === 200).length
  return made === 1 ? [] : [`${made} of two were made`]
}

const UNLOCKED = ['lane_lock_stock', 'lane_lock_payments', 'lane_lock_orders']
// These keys would still prevent what the locks prevent.
const KEYS = [
  'alter table order_changes drop constraint if exists order_changes_tenant_id_order_id_sequence_key',
  'alter table refunds drop constraint if exists refunds_tenant_id_request_key_key',
  'alter table tickets drop constraint if exists tickets_numbered_once',
  'alter table stock drop constraint if exists stock_never_oversold',
  'alter table stock drop constraint if exists stock_sold_check',
  'alter table stock drop constraint if exists stock_held_check',
]

describe.each([
  ['two cancellations of one ticket', twoCancels],
  ['a cancellation and a reschedule of one ticket', cancelAndReschedule],
])('%s', (_, run) => {
  test('make one change and refund at most once', async () => {
    for (let time = 0; time < 3; time += 1) {
      const order = await bought()
      expect([...(await run(order)), ...(await problemsOf(order))]).toEqual([])
    }
  })

  test('break an invariant without the locks (control)', { tags: ['night'] }, async () => {
    for (const statement of KEYS) await server.sql(statement)
    const order = await bought()
    const gate = await closeGate(server, UNLOCKED)
    const running = run(order)
    await gate.reachedBy(2).finally(gate.open)
    expect([...(await running), ...(await problemsOf(order))]).not.toEqual([])
  })
})
