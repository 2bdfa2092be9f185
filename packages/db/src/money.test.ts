import { CURRENCIES } from '@foyer/domain'
import { Builder, createTestDatabase, inTenant, type TestDatabase } from '@foyer/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'

/** The constraints by which the database itself protects money. */

let database: TestDatabase
let db: Database
let tenantId: number
let eventId: string

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.url, role: database.role })
  const builder = new Builder(database.pool)
  tenantId = (await builder.tenant()).tenantId
  eventId = (await builder.event({ tenantId })).eventId
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** The constraint or SQLSTATE with which statements of one transaction are refused. */
async function refusalOf(...statements: string[]): Promise<string | null> {
  try {
    await inTenant(db, tenantId, async (client) => {
      for (const statement of statements) await client.query(statement)
    })
    return null
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    return error.constraint ?? error.code ?? ''
  }
}

const postings = (...rows: [source: string, account: string, minor: number, currency?: string][]) =>
  `insert into money_ledger (tenant_id, kind, source_id, account, currency, amount_minor)
   select current_tenant(), 'charge', * from (values ${rows
     .map(([source, account, minor, currency = 'usd']) => {
       return `('${source}', '${account}', '${currency}', ${minor})`
     })
     .join()}) as rows`

test('a tenant can only have a currency that is known', async () => {
  const { rows } = await database.pool.query<{ is: string }>(
    `select pg_get_constraintdef(oid) as is from pg_constraint
     where conname = 'tenants_currency_supported'`,
  )
  const allowed = [...(rows[0]?.is ?? '').matchAll(/'([a-z]{3})'/g)].map(([, code]) => code)
  expect(allowed.sort()).toEqual(Object.keys(CURRENCIES).sort())
})

describe('the money ledger', () => {
  test('accepts entries that sum to zero, each once', async () => {
    const entry = postings(['p1', 'provider_balance', 100], ['p1', 'sales', -100])
    expect(await refusalOf(entry)).toBe(null)
    expect(await refusalOf(entry)).toBe('money_ledger_posted_once')
  })

  test.each([
    ['does not sum to zero', postings(['p2', 'sales', -100])],
    [
      'sums to zero only together with another',
      postings(['p2', 'sales', -100], ['p3', 'provider_balance', 100]),
    ],
    [
      'sums to zero only over two currencies',
      postings(['p2', 'sales', -100], ['p2', 'provider_balance', 100, 'eur']),
    ],
  ])('refuses one that %s', async (_, entry) => {
    expect(await refusalOf(entry)).toBe('money_ledger_balanced')
  })

  test('cannot be changed by the role of the application', async () => {
    expect(await refusalOf('update money_ledger set amount_minor = 1')).toBe('42501')
    expect(await refusalOf('delete from money_ledger')).toBe('42501')
  })
})

describe('refunds', () => {
  const pay = (id: string, capturedMinor: number | null) =>
    `insert into payments (tenant_id, id, cart_id, event_id, amount_minor, currency, hold_ids, quote,
       state, captured_minor)
     values (${tenantId}, '${id}', gen_random_uuid(), '${eventId}', 1000, 'usd', '{}', '{}',
       'completed', ${capturedMinor})`
  const giveBack = (id: string, minor: number, state = 'queued') =>
    `insert into refunds (tenant_id, id, payment_id, kind, amount_minor, currency, with_fees,
       request_key, state)
     values (${tenantId}, gen_random_uuid(), '${id}', 'amount', ${minor}, 'usd', true,
       gen_random_uuid()::text, '${state}')`
  const ABOVE = 'payments_never_refunded_above_charge'

  test('never exceed what was charged, one by one or together', async () => {
    const id = crypto.randomUUID()
    expect(await refusalOf(pay(id, 1000), giveBack(id, 600))).toBe(null)
    expect(await refusalOf(giveBack(id, 401))).toBe(ABOVE)
    expect(await refusalOf(giveBack(id, 400))).toBe(null)
    expect(await refusalOf(giveBack(id, 1))).toBe(ABOVE)
  })

  test('do not count once they failed, and count again when they are retried', async () => {
    const id = crypto.randomUUID()
    const own = `where payment_id = '${id}'`
    await refusalOf(pay(id, 1000), giveBack(id, 1000))
    expect(await refusalOf(`update refunds set state = 'failed' ${own}`, giveBack(id, 700))).toBe(
      null,
    )
    expect(await refusalOf(`update refunds set state = 'queued' ${own} and state = 'failed'`)).toBe(
      ABOVE,
    )
  })

  test('are refused if nothing was charged', async () => {
    const id = crypto.randomUUID()
    expect(await refusalOf(pay(id, null), giveBack(id, 1))).toBe(ABOVE)
  })
})
