import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['venues', 'country', 'US'],
  ['events', 'category', 'other'],
  ['events', 'currency', 'tenant_currency()'],
  ['events', 'use_continuous_calendar', 'true'],
  ['ticket_types', 'max_quantity', '8'],
  ['ticket_types', 'pricing_mode', 'fixed'],
  ['add_ons', 'max_quantity', '10'],
  ['sessions', 'status', 'active'],
  ['fee_sets', 'is_active', 'true'],
  ['tenants', 'currency', 'usd'],
  ['tenants', 'locale', 'en-US'],
  ['tickets', 'status', 'VALID'],
  ['orders', 'status', 'PAID'],
])('%s whose %s is not given get %s', async (table, column, value) => {
  const { rows } = await database.pool.query<{ written: string }>(
    `select column_default as written from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_name = $2`,
    [table, column],
  )
  expect(rows[0]?.written?.replace(/^'(.*)'::text$/, '$1')).toBe(value)
})
