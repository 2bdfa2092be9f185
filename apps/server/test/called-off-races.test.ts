import {
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  findStockDrift,
  holdCart,
  mutateSql,
  orderBody,
  startTestServer,
  type TestServer,
} from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { settleOrder } from '../src/features/disruptions/settle-disruptions.ts'
import { disrupt, passTime, work } from './support/disruptions.ts'
import { bought, refundsOf } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/**
 * A session is called off in one process while another one sells it, and two processes refund one order
 * of it: first as they are, and then without the locks that keep the promise.
 */
let server: TestServer
let sibling: Awaited<ReturnType<TestServer['sibling']>>
beforeEach(async () => {
  server = await startTestServer({ jobs: false, isOneAddressMany: true })
  sibling = await server.sibling()
})
afterEach(async () => {
  await sibling.close()
  await server.close()
})

const drift = async ({ sessionIds }: BuiltEvent) =>
  (await findStockDrift(server, { sessionIds, orderIds: [], paymentIds: [] })).map(
    ({ check, says, found }) => `${check}: ${says}; ${found}`,
  )

/** A captured payment becomes an order while its session is called off in another process. */
async function saleAgainstCallingOff(): Promise<string[]> {
  const event = await server.build.event()
  const browser = server.browser()
  await holdCart(browser, event, '12345', 1)
  const intent = await createIntent(browser)
  await confirmCard(browser, intent.body, CARDS.success)
  const body = orderBody(event, intent.body.paymentIntentId)
  const [ordered, calledOff] = await Promise.all([
    browser.send('POST', '/api/checkout/orders', body),
    disrupt(sibling, event),
  ])
  const late = await server.sql(
    `select 1 from tickets t join session_disruptions d on d.session_id = t.session_id
     where t.session_id = $1 and t.created_at > d.created_at`,
    [event.sessionId],
  )
  await work(server)
  const valid = await server.sql(
    `select 1 from tickets where session_id = $1 and status = 'VALID'`,
    [event.sessionId],
  )
  const minor = (await refundsOf(server, event)).reduce((sum, row) => sum + row.amount_minor, 0)
  return [
    ...(calledOff.ok ? [] : ['the session was not called off']),
    ...([200, 201, 409].includes(ordered.status) ? [] : [`the order got ${ordered.status}`]),
    ...(late.length === 0 ? [] : ['a ticket was sold after the session was called off']),
    ...(valid.length === 0 ? [] : ['a ticket is valid still']),
    ...(minor === 3000 ? [] : [`${minor} of 3000 go back`]),
    ...(await drift(event)),
  ]
}

/** Two workers that both believe that they have the lease settle the same order. */
async function workerAgainstWorker(): Promise<string[]> {
  const { event, orderId } = await bought(server, await server.build.event())
  const id = crypto.randomUUID()
  await disrupt(server, event, { id, answerBy: new Date(Date.now() + 3_600_000) })
  await work(server)
  await server.sql(
    `update disruption_answers set state = 'settling', answer = 'refund', answered_by = 'buyer'
     where order_id = $1`,
    [orderId],
  )
  await passTime(server)
  const due = { id, kind: 'called_off' as const, sessionId: event.sessionId }
  const tenant = defaultTenantOf(server)
  await Promise.all(
    [server, sibling, server, sibling].map(({ foyer }) =>
      settleOrder(foyer.context, tenant, due, orderId),
    ),
  )
  const amounts = (await refundsOf(server, event)).map((row) => row.amount_minor)
  return [
    ...(amounts.join() === '6000' ? [] : [`refunds of ${amounts.join(' and ')}`]),
    ...(await drift(event)),
  ]
}

const UNLOCKED = ['lane_lock_stock', 'lane_lock_payments', 'lane_lock_orders']
// These would still prevent the fault.
const CONSTRAINTS = [
  'alter table refunds drop constraint if exists refunds_tenant_id_request_key_key',
  'alter table payments drop constraint if exists payments_never_refunded_above_charge',
  'alter table stock drop constraint if exists stock_sold_check',
  'alter table order_changes drop constraint if exists order_changes_tenant_id_order_id_sequence_key',
]

/** Runs a race without locks until it is lost, at most ten times. */
async function lose(race: () => Promise<string[]>): Promise<string[]> {
  for (const statement of CONSTRAINTS) await server.sql(statement)
  const mutated = mutateSql((text, name = '') => {
    if (UNLOCKED.includes(name)) return text.replace(' for update', '')
    // The last statement that is read: a pause here lets the other process in.
    return name === 'lane_read_holds'
      ? `select held.* from (${text}) as held, (select pg_sleep(random() * 0.3)) as pause`
      : text
  })
  try {
    for (let tried = 0; tried < 10; tried += 1) {
      const problems = await race()
      if (problems.length > 0) return problems
    }
    return []
  } finally {
    expect(mutated.count()).toBeGreaterThan(0)
    mutated.restore()
  }
}

describe.each([
  ['a sale while its session is called off in another process', saleAgainstCallingOff],
  ['the refund of one order of it, decided in two processes', workerAgainstWorker],
])('%s', (_, race) => {
  test('breaks no invariant', async () => {
    for (let time = 0; time < 3; time += 1) expect(await race()).toEqual([])
  })

  test('breaks one without the locks (control)', { tags: ['night'], timeout: 60_000 }, async () => {
    expect(await lose(race)).not.toEqual([])
  })
})
