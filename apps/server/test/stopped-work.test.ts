import { type BuiltEvent, findStockDrift, serverForTests } from '@foyer/testkit'
import { afterEach, expect, test } from 'vitest'
import { atDesk } from './support/desk.ts'
import { disrupt, mortal, passTime, work } from './support/disruptions.ts'
import { bought, refundsOf } from './support/money.ts'
import { member, type TestPerson } from './support/staff.ts'

/** The refunds of a session that was called off, stopped and continued from the back office. */
const server = serverForTests({ jobs: false, isOneAddressMany: true })
afterEach(async () => expect(await findStockDrift(server)).toEqual([]))

const ORDERS = 25

/** A session that many bought, one ticket at 30.00 each, called off with nobody asked. */
async function calledOff() {
  const event = await server.build.event({ capacity: ORDERS })
  for (let sold = 0; sold < ORDERS; sold += 1) await bought(server, event, 1)
  await disrupt(server, event)
  return event
}

const progressOf = async (person: TestPerson, { sessionId }: BuiltEvent) =>
  (await atDesk(person, 'GET', `/sessions/${sessionId}/disruption`)).body.disruption

const press = (person: TestPerson, { sessionId }: BuiltEvent, what: 'stop' | 'continue') =>
  atDesk(person, 'POST', `/sessions/${sessionId}/disruption/${what}`)

test('stops between two orders, says how far it is, and goes on where it was', {
  tags: ['night'],
  timeout: 60_000,
}, async () => {
  const manager = await member(server, 'manager')
  const event = await calledOff()
  // One slice settles twenty orders, and the process dies as it would begin the next one.
  const { context } = mortal(server.foyer.context, 60, 'before')
  await work(server, context).catch(() => {})
  const stopped = await press(manager, event, 'stop')
  const { settled, open, stoppedAt, refunds } = stopped.body.disruption
  expect(stoppedAt).not.toBeNull()
  expect(settled + open).toBe(ORDERS)
  expect(open).toBeGreaterThan(0)
  expect(refunds).toMatchObject({ made: 0, madeMinor: 0 })

  // Neither the pace nor a lease that ends lets it go on.
  expect(await work(server)).toBe(0)
  expect(await progressOf(manager, event)).toMatchObject({ settled, open, stoppedAt })
  expect(await press(manager, event, 'stop')).toMatchObject({ status: 200 })

  const continued = await press(manager, event, 'continue')
  expect(continued.body.disruption.stoppedAt).toBeNull()
  for (let turn = 0; turn < 10; turn += 1) {
    await passTime(server)
    await work(server)
  }
  expect(await progressOf(manager, event)).toMatchObject({
    state: 'done',
    settled: ORDERS,
    open: 0,
    failed: 0,
    refunds: { decided: ORDERS, decidedMinor: ORDERS * 3000 },
  })
  expect((await refundsOf(server, event)).map((row) => row.amount_minor)).toEqual(
    Array.from({ length: ORDERS }, () => 3000),
  )
  const acts = await server.sql<{ action_type: string }>(
    `select action_type from audit_log where entity_id = $1 order by id`,
    [event.sessionId],
  )
  expect(acts.map(({ action_type }) => action_type)).toEqual([
    'session.work_stopped',
    'session.work_continued',
  ])
})

test('tries again what had failed', async () => {
  const manager = await member(server, 'manager')
  const event = await server.build.event()
  const sale = await bought(server, event, 1)
  await server.sql(
    `insert into disputes (tenant_id, id, payment_id, amount_minor, currency, state)
     select tenant_id, 'du_stop', id, captured_minor, currency, 'opened' from payments
     where intent_id = $1`,
    [sale.intentId],
  )
  await disrupt(server, event)
  await work(server)
  expect(await progressOf(manager, event)).toMatchObject({
    failed: 1,
    problems: [{ problem: 'charge_disputed', count: 1 }],
  })
  await server.sql(`update disputes set state = 'won' where id = 'du_stop'`)
  await press(manager, event, 'continue')
  await work(server)
  expect(await progressOf(manager, event)).toMatchObject({ failed: 0, settled: 1 })
  await server.sql(`delete from disputes where id = 'du_stop'`)
})
