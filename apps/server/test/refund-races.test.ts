import { findStockDrift, mutateSql, startTestServer, type TestServer } from '@foyer/testkit'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { refundOrderOp } from '../src/engine/money/refund-order.ts'
import { settleOrder } from '../src/features/disruptions/settle-disruptions.ts'
import { times } from './support/calls.ts'
import { disrupt, passTime, work } from './support/disruptions.ts'
import { bought, giveBack, refundsOf } from './support/money.ts'
import { defaultTenantOf } from './support/parts.ts'

/**
 * Refunds at the same moment in two processes, first as they are, and then without the locks that
 * keep the promise. Without locks the promise must be broken; otherwise the races prove nothing.
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

const PAID = 6000

/** Problems after two processes have refunded one order six times at once. */
async function refundAgainstRefund(): Promise<string[]> {
  const { event, orderId } = await bought(server, await server.build.event())
  const answers = await Promise.all(
    times(6, (index) => giveBack(index % 2 ? sibling : server, orderId)),
  )
  const granted = answers.filter((answer) => answer.ok).length
  const minor = (await refundsOf(server, event)).reduce((sum, row) => sum + row.amount_minor, 0)
  return [
    ...(granted === 1 ? [] : [`${granted} of 6 refunds were granted`]),
    ...(minor === PAID ? [] : [`${minor} of ${PAID} go back`]),
    ...(await drift(event)),
  ]
}

/** Problems after one process rescheduled an order while another one refunded it. */
async function refundAgainstReschedule(): Promise<string[]> {
  const { event, browser, orderId } = await bought(
    server,
    await server.build.event({ sessions: 2 }),
  )
  const [, there = ''] = event.sessionIds
  const body = { newSessionId: there, customerEmail: 'ada@example.com' }
  const [, refund] = await Promise.all([
    browser.send('POST', `/api/order-management/${orderId}/reschedule`, body),
    giveBack(sibling, orderId),
  ])
  const valid = await server.sql(`select 1 from tickets where order_id = $1 and status = 'VALID'`, [
    orderId,
  ])
  return [
    ...(refund.ok ? [] : ['the refund was refused']),
    ...(valid.length === 0 ? [] : [`${valid.length} tickets are valid still`]),
    ...(await drift(event)),
  ]
}

/** Problems after two people, in two processes, gave back the same amount of one order at once. */
async function deskAgainstDesk(): Promise<string[]> {
  const { event, orderId } = await bought(server, await server.build.event())
  const tenants = [server, sibling].map(({ foyer }) => foyer.context)
  const answers = await Promise.all(
    times(6, async (index) => {
      const context = tenants[index % 2] ?? server.foyer.context
      return context.lanes.submit(
        1,
        refundOrderOp({
          orderId,
          requested: { kind: 'amount', amountMinor: 500, withFees: true },
          reason: 'goodwill',
          key: `desk:${orderId}:${index}`,
          desk: {
            personId: crypto.randomUUID(),
            note: '',
            shown: { amountMinor: 500, refundedMinor: 0 },
          },
        }),
      )
    }),
  )
  const granted = answers.filter((answer) => answer.ok).length
  const minor = (await refundsOf(server, event)).reduce((sum, row) => sum + row.amount_minor, 0)
  const named = await server.sql('select id from audit_log where entity_id = $1', [orderId])
  return [
    ...(granted === 1 ? [] : [`${granted} of 6 refunds were granted`]),
    ...(minor === 500 ? [] : [`${minor} instead of 500 go back`]),
    ...(named.length === 1 ? [] : [`the audit log names ${named.length} refunds`]),
    ...(await drift(event)),
  ]
}

/** Problems after a bank took a charge back, at the same moment as the team refunded it. */
async function refundAgainstDispute(): Promise<string[]> {
  const { event, orderId, intentId } = await bought(server, await server.build.event())
  const { context } = sibling.foyer
  const dispute = async () =>
    context.db.withTenant(1, async (tx) => {
      await sql`select 1 from payments where intent_id = ${intentId} for update`.execute(tx)
      await sql`
        insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
        select tenant_id, 'du_' || id, id, captured_minor, currency, 'opened' from payments
        where intent_id = ${intentId}`.execute(tx)
      // Not committed yet: a reader of the order that does not wait now sees no dispute. The pause is
      // longer than both reads of a refund: of the order, and then of its charges as well.
      const { rows } = await sql<{ minor: number }>`
        select refunded_minor as minor, pg_sleep(0.2)::text from payments where intent_id = ${intentId}`.execute(
        tx,
      )
      return rows[0]?.minor ?? 0
    })
  const [seenMinor, refund] = await Promise.all([dispute(), giveBack(server, orderId)])
  const minor = (await refundsOf(server, event)).reduce((sum, row) => sum + row.amount_minor, 0)
  // A refund is before the dispute, which then sees it, or it is refused.
  return [
    ...(minor === seenMinor ? [] : [`${minor} go back, of which the dispute saw ${seenMinor}`]),
    ...(refund.ok === minor > 0 ? [] : ['the answer is not what was decided']),
    ...(await drift(event)),
  ]
}

/** Problems after the refund of all orders of a session met one that somebody refunded by hand. */
async function massAgainstSingle(): Promise<string[]> {
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
  const [settled] = await Promise.all([
    settleOrder(sibling.foyer.context, defaultTenantOf(server), due, orderId),
    giveBack(server, orderId),
  ])
  const minor = (await refundsOf(server, event)).reduce((sum, row) => sum + row.amount_minor, 0)
  return [
    ...(settled ? [] : ['the refund of all orders left it out']),
    ...(minor === PAID ? [] : [`${minor} of ${PAID} go back`]),
    ...(await drift(event)),
  ]
}

const drift = async ({ sessionIds }: { sessionIds: string[] }) =>
  (await findStockDrift(server, { sessionIds, orderIds: [], paymentIds: [] })).map(
    ({ check, says, found }) => `${check}: ${says}; ${found}`,
  )

const UNLOCKED = ['lane_lock_stock', 'lane_lock_payments', 'lane_lock_orders']
// The constraints would still prevent the fault.
const CONSTRAINTS = [
  'alter table payments drop constraint if exists payments_never_refunded_above_charge',
  'alter table stock drop constraint if exists stock_sold_check',
  'alter table order_changes drop constraint if exists order_changes_tenant_id_order_id_sequence_key',
  'alter table tickets drop constraint if exists tickets_numbered_once',
]

/** Runs a race without locks until it is lost, at most ten times. */
async function lose(race: () => Promise<string[]>): Promise<string[]> {
  for (const statement of CONSTRAINTS) await server.sql(statement)
  const mutated = mutateSql((text, name = '') => {
    if (UNLOCKED.includes(name)) return text.replace(' for update', '')
    // The last statement that is read. It sees the state at its beginning, so a pause here lets the
    // other process in.
    return name === 'lane_read_holds'
      ? `select held.* from (${text}) as held, (select pg_sleep(0.05)) as pause`
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
  ['refunds of one order, asked for in two processes', refundAgainstRefund],
  ['refunds by two people who saw the same figures', deskAgainstDesk],
  ['a refund while a bank takes the charge back', refundAgainstDispute],
  ['a refund of all orders of a session and one of a single order of it', massAgainstSingle],
  ['a refund while its order is rescheduled in another process', refundAgainstReschedule],
])('%s', (_, race) => {
  test('break no invariant', async () => {
    for (let time = 0; time < 3; time += 1) expect(await race()).toEqual([])
  })

  test('break one without the locks (control)', { tags: ['night'], timeout: 60_000 }, async () => {
    expect(await lose(race)).not.toEqual([])
  })
})
