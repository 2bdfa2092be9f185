import { mutateSql, serverForTests, until } from '@foyer/testkit'
import { createIntent, holdCart } from '@foyer/testkit/purchase'
import pg from 'pg'
import { expect, test } from 'vitest'
import { auditAll } from '../../src/audit/audit.ts'
import { type Organizer, organizer } from '../support/connect.ts'
import { webhooksDone } from '../support/provider.ts'

const server = serverForTests({ paymentMode: 'connect' })

/** The key of the advisory lock at which the payment waits. */
const KEY = 20_161_124
const inThisDatabase = 'database = (select oid from pg_database where datname = current_database())'
const IS_AT_GATE = `select from pg_locks
  where locktype = 'advisory' and objid = ${KEY} and not granted and ${inThisDatabase}`
const IS_WAITING_FOR_ROW = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'advisory'`

/**
 * Begins a payment, and disconnects the account after the batch has read it and before the payment is
 * recorded: the batch goes on once the account is disconnected, or disconnecting waits for the batch.
 * `lock` is how the batch locks the account. Returns what the audit finds.
 */
async function disconnectWhileBeginning(lock: string): Promise<unknown[]> {
  const of = await organizer(server)
  const accountId = await of.connect()
  const buyer = await cartOf(of)
  const gate = new pg.Client({ connectionString: server.databaseUrl })
  await gate.connect()
  await gate.query('select pg_advisory_lock($1)', [KEY])
  // The first batch finds out which sessions the cart has; the second one, with their locks, decides.
  let batches = 0
  const mutated = mutateSql((text, name) => {
    if (name !== 'lane_read_account') return text
    batches += 1
    if (batches === 1) return text
    return `with read as materialized (${text.replace('for share', lock)})
      select read.*, pg_advisory_xact_lock_shared(${KEY})::text from read`
  })
  try {
    const begun = createIntent(buyer)
    await until(
      () => server.sql(IS_AT_GATE),
      (rows) => rows.length > 0,
    )
    const disconnecting = of.disconnect(accountId)
    let isDone = false
    void disconnecting.then(() => {
      isDone = true
    })
    await until(
      async () => (lock === '' ? isDone : (await server.sql(IS_WAITING_FOR_ROW)).length > 0),
      (isDecided) => isDecided,
    )
    await gate.end()
    const [intent, disconnected] = await Promise.all([begun, disconnecting])
    expect(disconnected.status).toBe(200)
    // The payment was first: it is on the account that the organizer has no longer.
    expect(intent.status).toBe(200)
    expect(intent.body.accountId).toBe(accountId)
  } finally {
    await gate.end().catch(() => undefined)
    mutated.restore()
  }
  await webhooksDone(server)
  // Nothing more is held, and so nothing paid.
  await cartOf(of, 409)
  return (await auditAll(server.foyer.context.db)).differences
}

async function cartOf(of: Organizer, status = 201) {
  const buyer = of.buyer()
  await server.foyer.context.tenants.reload()
  expect((await holdCart(buyer, await of.event())).status).toBe(status)
  return buyer
}

test('a payment is begun before its account is disconnected, or not at all', async () => {
  expect(await disconnectWhileBeginning('for share')).toEqual([])
})

test('but not without the lock on the account (control)', { tags: ['night'] }, async () => {
  expect(await disconnectWhileBeginning('')).toMatchObject([{ check: 'payment accounts' }])
})
