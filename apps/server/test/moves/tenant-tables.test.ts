import { NOT_REPLICATED, replicatedTables } from '@foyer/server/move'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** Which tables follow an organizer to another cell, and whether they can. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

async function names(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ name: string }>(text)
  return rows.map(({ name }) => name).toSorted()
}

const TABLES = `select c.relname as name from pg_class c where c.relkind in ('r', 'p')
  and c.relnamespace = 'public'::regnamespace and`
const HAS_TENANT = `exists (select from pg_attribute a where a.attrelid = c.oid
  and a.attname = 'tenant_id' and not a.attisdropped)`

/** Tables without tenant_id. A new one belongs here with a reason, or gets a tenant_id, or is handed over. */
const OF_NO_TENANT: Readonly<Record<string, string>> = {
  limit_counts: 'counts of single callers, which begin again within minutes',
  operator_log: 'what operators of the platform did',
  platform_operators: 'people of the platform',
  provider_events: 'handed over: move/provider-reports.ts',
  provider_watermarks: 'handed over: move/provider-reports.ts',
  schema_migrations: 'of the cell',
  staff_attempts: 'people belong to the platform',
  staff_browsers: 'people belong to the platform',
  staff_challenges: 'people belong to the platform',
  staff_links: 'people belong to the platform',
  staff_mails: 'people belong to the platform',
  staff_passkeys: 'people belong to the platform',
  staff_people: 'people belong to the platform',
  staff_recovery_codes: 'people belong to the platform',
  staff_sessions: 'people belong to the platform',
  staff_totp: 'people belong to the platform',
  status_days: 'what the installation measured of itself',
  status_incidents: 'what the installation measured of itself',
  status_samples: 'what the installation measured of itself',
  system_configuration: 'what operators of the platform set for the installation',
}

describe('the tables of a move', () => {
  test('every table with tenant_id is replicated, or is left out with a reason', async () => {
    const replicated = await replicatedTables(database)
    expect([...replicated, ...Object.keys(NOT_REPLICATED)].toSorted()).toEqual(
      await names(`${TABLES} ${HAS_TENANT}`),
    )
    expect(replicated).toEqual(expect.arrayContaining(['orders', 'stock_ledger', 'staff_members']))
  })

  test('every table without tenant_id has a reason to stay', async () => {
    expect(await names(`${TABLES} not ${HAS_TENANT}`)).toEqual(Object.keys(OF_NO_TENANT).toSorted())
  })

  test('a new table of an organizer follows it without being listed anywhere', async () => {
    await database.pool.query(
      'create table zz_new (tenant_id integer, id integer, primary key (tenant_id, id))',
    )
    expect(await replicatedTables(database)).toContain('zz_new')
    await database.pool.query('drop table zz_new')
  })

  test.each([
    ['create table zz_new (tenant_id integer, id integer primary key)'],
    ['create unlogged table zz_new (tenant_id integer primary key)'],
  ])('a table that cannot be replicated refuses every move: %s', async (statement) => {
    await database.pool.query(statement)
    await expect(replicatedTables(database)).rejects.toThrow(/^Table zz_new can't be replicated/)
    await database.pool.query('drop table zz_new')
  })

  test('no trigger runs again in the other cell: replication fires none of them', async () => {
    const fired = `select t.tgname as name from pg_trigger t where t.tgenabled in ('A', 'R')`
    expect(await names(fired)).toEqual([])
  })
})
