/** @module-tag night */
import { readdirSync } from 'node:fs'
import { createTestDatabase, type TestDatabase, until } from '@foyer/testkit'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyMigrations } from '../test-support/apply-migrations.ts'
import { MigrationBlockedError, migrate } from './migrate.ts'

// A migration that alters existing tables.
const BLOCKED = '0010_jobs_limits_and_row_security'
const DONE = readdirSync(new URL('../migrations/', import.meta.url))
  .filter((name) => name.endsWith('.sql') && name < BLOCKED)
  .sort()

let database: TestDatabase
let report: pg.Client

beforeEach(async () => {
  database = await createTestDatabase({ isEmpty: true })
  await applyMigrations(database.pool, DONE)
  // A long query, for example of an audit, that blocks the migration.
  report = new pg.Client({ connectionString: database.url, application_name: 'long report' })
  await report.connect()
  await report.query('begin')
  await report.query('select count(*) from holds')
})
afterEach(async () => {
  await report.end()
  await database.drop()
})

const waiting = async () =>
  (
    await database.pool.query(`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rows

/** Reads the table as a buyer's request does, while the migration waits for it. */
async function readBehindMigration(): Promise<number> {
  await until(waiting, (rows) => rows.length > 0)
  const begun = performance.now()
  await database.pool.query('select count(*) from holds')
  return performance.now() - begun
}

test('a migration behind a long query lets requests through, and ends after the query', async () => {
  const progress: string[] = []
  const migrated = migrate(database.url, {
    lockTimeoutMs: 200,
    pauseMs: 100,
    onProgress: (text) => progress.push(text),
  })
  // Requests are served between its tries, while the long query is still running.
  for (let request = 0; request < 3; request += 1) {
    expect(await readBehindMigration()).toBeLessThan(2000)
  }
  await report.query('commit')
  expect((await migrated).applied).toContain(`${BLOCKED}.sql`)
  expect(progress[0]).toMatch(
    /^Migration 0010_jobs_limits_and_row_security\.sql waits for a table that is in use\. The oldest transaction \(process \d+ of PostgreSQL, long report\) has been open for \d+ s\. Trying again in 0\.1 s\.$/,
  )
})

test('a migration without a lock time-out makes requests wait for the long query (control)', async () => {
  const migrated = migrate(database.url, { lockTimeoutMs: 0 })
  await until(waiting, (rows) => rows.length > 0)
  const request = database.pool.query('select count(*) from holds')
  await until(waiting, (rows) => rows.length === 2)
  await report.query('commit')
  await Promise.all([request, migrated])
})

test('a migration that is blocked for too long is given up with a sentence, and nothing of it is done', async () => {
  const blocked = migrate(database.url, { lockTimeoutMs: 100, pauseMs: 50, patienceMs: 300 })
  await expect(blocked).rejects.toThrow(MigrationBlockedError)
  await expect(blocked).rejects.toThrow(
    /^Migration 0010_jobs_limits_and_row_security\.sql did not get a lock within 0\.3 s, and nothing of it was done\. The oldest transaction \(process \d+ of PostgreSQL, long report\)/,
  )
  const { rows } = await database.pool.query('select name from schema_migrations order by name')
  expect(rows.map(({ name }) => name)).toEqual(DONE)
})
