import { mutateSql, serverForTests, until } from '@foyer/testkit'
import { createIntent, holdCart } from '@foyer/testkit/purchase'
import { expect, test } from 'vitest'
import { auditAll } from '../../src/audit/audit.ts'
import { type Organizer, organizer } from '../support/connect.ts'
import { webhooksDone } from '../support/provider.ts'

const server = serverForTests({ paymentMode: 'connect' })

/** Between reading the account and recording the payment: longer than disconnecting takes on a busy machine. */
const SECONDS = 4
const IS_READING = `select from pg_stat_activity
  where query like '%connected_accounts%pg_sleep%' and pid <> pg_backend_pid() and state <> 'idle'`

/**
 * Begins a payment, and disconnects the account after the batch has read it and before the payment is
 * recorded. Returns what the audit finds.
 */
async function disconnectWhileBeginning(lock: string): Promise<unknown[]> {
  const of = await organizer(server)
  const accountId = await of.connect()
  const buyer = await cartOf(of)
  const slow = mutateSql((text, name) =>
    name === 'lane_read_account'
      ? `with read as materialized (${text.replace('for share', lock)})
         select read.*, pg_sleep(${SECONDS}) from read`
      : text,
  )
  try {
    const begun = createIntent(buyer)
    // The first batch finds out which sessions the cart has; the second one, with their locks, decides.
    await until(
      async () => slow.count() > 1 && (await server.sql(IS_READING)).length > 0,
      (isDeciding) => isDeciding,
    )
    const [intent, disconnected] = await Promise.all([begun, of.disconnect(accountId)])
    expect(disconnected.status).toBe(200)
    // The payment was first: it is on the account that the organizer has no longer.
    expect(intent.status).toBe(200)
    expect(intent.body.accountId).toBe(accountId)
  } finally {
    slow.restore()
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

test('but not without the lock on the account (control)', async () => {
  expect(await disconnectWhileBeginning('')).toMatchObject([{ check: 'payment accounts' }])
})
