import {
  type BuiltEvent,
  buy,
  CARDS,
  confirmCard,
  findStockDrift,
  serverForTests,
  type TestBrowser,
  type TestServer,
  until,
} from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { settleDispute } from '../src/features/payments/disputes/settle-dispute.ts'
import { reconcilePayments } from '../src/features/payments/reconcile/reconcile-payments.ts'
import { holdCartOf } from './support/calls.ts'
import { closeGate } from './support/gate.ts'
import { giveBack } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/** Paid changes of one order beside what else may happen to it, in two processes on one database. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
let sibling: Sibling
beforeAll(async () => {
  sibling = await server.sibling()
})
afterAll(() => sibling.close())

type Sibling = Awaited<ReturnType<TestServer['sibling']>>

const EMAIL = 'ada@example.com'
const KEPT = 3000
const DEARER = 4000
const TICKETS = 2

interface Bought {
  event: BuiltEvent
  browser: TestBrowser
  orderId: string
  there: string
  ticketIds: string[]
}

/** Two tickets of the first session; the second has two seats, and each type above costs 10.00 more. */
async function bought(): Promise<Bought> {
  const event = await server.build.event({
    sessions: 2,
    types: [{ dynamicMinor: KEPT }, { priceMinor: DEARER }],
  })
  const [, there = ''] = event.sessionIds
  await server.sql(
    'update session_prices set price_minor = $2 where session_id = $1 and ticket_type_id = $3',
    [there, DEARER, event.typeId],
  )
  await server.sql('update stock set capacity = $2 where session_id = $1 and pool_id = $1', [
    there,
    TICKETS,
  ])
  const browser = server.browser()
  const { body } = await buy(browser, event, '12345', TICKETS)
  const tickets = await server.sql<{ id: string }>(
    'select id from tickets where order_id = $1 order by number',
    [body.orderId],
  )
  return { event, browser, orderId: body.orderId, there, ticketIds: tickets.map(({ id }) => id) }
}

const reschedule = ({ there }: Bought) => ({ type: 'reschedule', newSessionId: there })
const upgrade = ({ event, ticketIds }: Bought) => ({
  type: 'upgrade',
  newTicketTypeId: event.typeIds[1],
  ticketIds: ticketIds.slice(0, 1),
})

const pay = (at: Sibling, order: Bought, change: object = reschedule(order), tickets = TICKETS) =>
  at.browser().send('POST', `/api/order-management/${order.orderId}/payment-intent`, {
    customerEmail: EMAIL,
    change,
    amount: ((DEARER - KEPT) * tickets) / 100,
    currency: 'usd',
  })

/** Buys the change up to the captured payment. */
async function captured(change: (order: Bought) => object, tickets = TICKETS): Promise<Bought> {
  const order = await bought()
  const { body } = await pay(server, order, change(order), tickets)
  await confirmCard(order.browser, body, CARDS.success)
  await server.sql('update payments set next_check_at = now() where event_id = $1', [
    order.event.eventId,
  ])
  return order
}

const completeAt = (at: Sibling, { orderId, there }: Bought) =>
  at.browser().send('POST', `/api/order-management/${orderId}/reschedule`, {
    newSessionId: there,
    customerEmail: EMAIL,
  })

const completeUpgradeAt = (at: Sibling, { orderId, event, ticketIds }: Bought) =>
  at.browser().send('POST', `/api/order-management/${orderId}/upgrade`, {
    ticketId: ticketIds[0],
    newTicketTypeId: event.typeIds[1],
    customerEmail: EMAIL,
  })

/** What is wrong afterwards: with the books, and with the tickets and the payments of the order. */
async function problemsOf({ event, orderId }: Bought): Promise<string[]> {
  const drift = await findStockDrift(server, {
    sessionIds: event.sessionIds,
    orderIds: [orderId],
    paymentIds: [],
  })
  const [row] = await server.sql<{ tickets: number; changes: number; payments: number }>(
    `select
       (select count(*)::integer from tickets where order_id = $1 and status = 'VALID') as tickets,
       (select count(*)::integer from order_changes
        where order_id = $1 and state = 'done' and kind in ('reschedule', 'upgrade')) as changes,
       (select count(*)::integer from payments where change_of_order_id = $1) as payments`,
    [orderId],
  )
  const { tickets = 0, changes = 0, payments = 0 } = row ?? {}
  return [
    ...drift.map(({ check, says, found }) => `${check}: ${says}; ${found}`),
    ...(tickets > TICKETS ? [`${tickets} valid tickets for ${TICKETS} seats`] : []),
    ...(changes > 1 ? [`changed ${changes} times`] : []),
    ...(payments > 1 ? [`${payments} payments for one change`] : []),
  ]
}

interface ChangeRace {
  name: string
  prepare(): Promise<Bought>
  /** What is begun at once, in the two processes. Returns problems with the answers. */
  run(order: Bought): Promise<string[]>
}

const RACES: readonly ChangeRace[] = [
  {
    name: 'a paid change that two browsers and the reconciler complete at once',
    prepare: () => captured(reschedule),
    async run(order) {
      const [first, second] = await Promise.all([
        completeAt(server, order),
        completeAt(sibling, order),
        reconcilePayments(sibling.foyer.context, defaultTenantOf(sibling)),
      ])
      return first.status === 200 && second.status === 200 ? [] : ['a completion was refused']
    },
  },
  {
    name: 'a paid change that is completed while its order is refunded',
    prepare: () => captured(reschedule),
    async run(order) {
      await Promise.all([completeAt(server, order), giveBack(sibling, order.orderId)])
      return []
    },
  },
  {
    name: 'a paid upgrade that is completed while its ticket is refunded',
    prepare: () => captured(upgrade, 1),
    async run(order) {
      const ticket = { kind: 'tickets', ticketIds: order.ticketIds.slice(0, 1) } as const
      await Promise.all([
        completeUpgradeAt(server, order),
        giveBack(sibling, order.orderId, { ...ticket, withFees: true }),
      ])
      return []
    },
  },
  {
    name: 'a change that two phones begin to pay for',
    prepare: bought,
    async run(order) {
      const answers = await Promise.all([pay(server, order), pay(sibling, order)])
      const intents = new Set(answers.map(({ body }) => body.paymentIntentId))
      return intents.size === 1 ? [] : [`${intents.size} intents`]
    },
  },
  {
    name: 'the last seats, wanted by a change and by a cart',
    prepare: bought,
    async run(order) {
      const cart = { sessionId: order.there, quantities: [TICKETS] }
      const answers = await Promise.all([
        pay(server, order),
        holdCartOf(sibling.browser(), order.event, cart),
      ])
      const granted = answers.filter(({ status }) => status < 300).length
      return granted === 1 ? [] : [`${granted} were granted the last seats`]
    },
  },
]

const UNLOCKED = ['lane_lock_stock', 'lane_lock_payments', 'lane_lock_orders']
// These keys would still prevent what the locks prevent.
const KEYS = [
  'alter table order_changes drop constraint if exists order_changes_tenant_id_order_id_sequence_key',
  'drop index if exists order_changes_one_open',
  // The ids of the new tickets are those of the change's quote.
  'alter table tickets drop constraint if exists tickets_pkey',
  'alter table tickets drop constraint if exists tickets_numbered_once',
  'alter table money_ledger drop constraint if exists money_ledger_posted_once',
  'alter table stock drop constraint if exists stock_never_oversold',
  'alter table stock drop constraint if exists stock_sold_check',
  'alter table stock drop constraint if exists stock_held_check',
]

// Before the controls below, which take keys of the ledger away.
describe('a dispute that arrives while a paid change is being made', () => {
  /** The bank takes the charge of the purchase back. */
  async function disputeOf({ orderId }: Bought): Promise<void> {
    const { context } = sibling.foyer
    const [charge] = await server.sql<{ intent_id: string }>(
      'select intent_id from payments where order_id = $1',
      [orderId],
    )
    const intent = await context.payments.retrieveIntent(charge?.intent_id ?? '')
    if (!intent) throw new Error('The purchase has an intent')
    const { id: intentId, capturedMinor: amountMinor, currency } = intent
    const id = `du_${orderId}`
    await settleDispute(context, intent, { id, intentId, amountMinor, currency, stage: 'opened' })
  }

  /** Whether the dispute was recorded although the change had been decided without it. */
  async function isRecordedMeanwhile(unlocked: readonly string[]): Promise<boolean> {
    const order = await captured(reschedule)
    const gate = await closeGate(server, unlocked)
    const change = completeAt(server, order)
    await gate.reachedBy(1)
    let isRecorded = false
    const dispute = disputeOf(order).then(() => {
      isRecorded = true
    })
    await until(
      async () => isRecorded || (await waitsForPayment()),
      (isSo) => isSo,
    )
    const wasRecorded = isRecorded
    await gate.open()
    await dispute
    expect((await change).status).toBe(200)
    expect(await problemsOf(order)).toEqual([])
    return wasRecorded
  }

  const waitsForPayment = async () => {
    const rows = await server.sql(
      `select 1 from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '%"payments"%for update%'`,
    )
    return rows.length > 0
  }

  test('waits until the change is made', async () => {
    expect(await isRecordedMeanwhile([])).toBe(false)
  })

  test('is recorded unseen without the lock of the charge (control)', {
    tags: ['night'],
  }, async () => {
    expect(await isRecordedMeanwhile(['lane_lock_payments'])).toBe(true)
  })

  test('refuses the change, and the payment is refunded, if it came first', async () => {
    const order = await captured(reschedule)
    await disputeOf(order)
    expect(await completeAt(server, order)).toMatchObject({
      body: {
        code: 'payment_refunded',
        details: { amountMinor: (DEARER - KEPT) * TICKETS },
      },
    })
    const tickets = await server.sql<{ id: string }>(
      `select id from tickets where order_id = $1 and status = 'VALID' order by number`,
      [order.orderId],
    )
    expect(tickets.map(({ id }) => id)).toEqual(order.ticketIds)
    expect(await problemsOf(order)).toEqual([])
  })
})

describe.each(RACES)('$name', ({ prepare, run }) => {
  test('breaks no invariant', async () => {
    for (let time = 0; time < 3; time += 1) {
      const order = await prepare()
      expect([...(await run(order)), ...(await problemsOf(order))]).toEqual([])
    }
  })

  test('breaks one without the locks (control)', { tags: ['night'] }, async () => {
    for (const statement of KEYS) await server.sql(statement)
    const order = await prepare()
    const gate = await closeGate(server, UNLOCKED)
    const running = run(order)
    await gate.reachedBy(2).finally(gate.open)
    expect([...(await running), ...(await problemsOf(order))]).not.toEqual([])
  })
})
