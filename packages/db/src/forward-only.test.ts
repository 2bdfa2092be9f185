/** @module-tag night */
import { Builder, type TestDatabase } from '@foyer/testkit'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { breaches, currentHashes, releasedHashes } from '../scripts/release-schema.ts'
import { openReleased } from '../test-support/apply-migrations.ts'
import { lostRows, readTables, type Tables } from '../test-support/tables.ts'
import { migrate, pendingMigrations, waitingMigrations } from './migrate.ts'

describe('the released migrations', () => {
  test('are neither edited nor removed, and new ones come after them', async () => {
    expect(breaches(await releasedHashes(), await currentHashes())).toEqual([])
  })

  test('are reported in a sentence if one was edited or removed, or a new one comes before them', () => {
    const released = { '0001_one.sql': 'a', '0002_two.sql': 'b', '0004_four.sql': 'd' }
    const current = { '0001_one.sql': 'a', '0002_two.sql': 'c', '0003_three.sql': 'e' }
    expect(breaches(released, { ...current, '0005_five.sql': 'f' })).toEqual([
      'The released migration 0002_two.sql was edited. Databases have run it as it was: restore it and add a new file.',
      'The released migration 0004_four.sql was removed. Databases have run it as it was: restore it and add a new file.',
      'The new migration 0003_three.sql must have a higher number than the released 0004_four.sql.',
    ])
  })
})

/** Columns that a migration of phase contract changes or drops on purpose, as 'table.column'. */
const CHANGED: readonly string[] = []

describe('a database of the last release', () => {
  let database: TestDatabase
  let before: Tables
  beforeEach(async () => {
    database = await openReleased(Object.keys(await releasedHashes()), 'rows.sql')
    before = await readTables(database.pool)
  })
  afterEach(() => database.drop())

  test('has rows in every table, so that each new migration is tested with some', () => {
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([])
  })

  test('is brought up to date, and keeps every row', async () => {
    const pending = await pendingMigrations(database.pool)
    expect((await migrate(database.url)).applied).toEqual(pending)
    expect(await pendingMigrations(database.pool)).toEqual([])
    // As long as processes of the last release may be left, nothing that they use changes.
    expect(lostRows(before, await readTables(database.pool))).toEqual([])
    const waiting = await waitingMigrations(database.pool)
    expect((await migrate(database.url, { contract: true })).applied).toEqual(waiting)
    expect(lostRows(before, await readTables(database.pool), CHANGED)).toEqual([])
  })

  test('accepts what the builders write once it is up to date', async () => {
    await migrate(database.url)
    const build = new Builder(database.pool)
    await build.event({ tenantId: 7, addOns: [{ priceMinor: 500, capacity: 3 }] })
    await build.coupon({ tenantId: 7 })
    const after = await readTables(database.pool)
    for (const table of ['events', 'event_listings', 'stock', 'coupon_codes']) {
      expect(after.get(table)?.length).toBeGreaterThan(before.get(table)?.length ?? 0)
    }
  })

  test('shows a row that a migration deletes or changes (control)', async () => {
    await database.pool.query(`delete from order_items; update orders set total_minor = 1;
      alter table events add column added text`)
    const lost = lostRows(before, await readTables(database.pool))
    expect(lost.map((row) => row.split(':')[0])).toEqual(['order_items', 'orders'])
  })
})
