/** @module-tag night */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTestDatabase, type TestDatabase, until } from '@foyer/testkit'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReleased } from '../test-support/apply-migrations.ts'
import { migrate } from './migrate.ts'
import { releasedNames } from './migration-files.ts'

/** Of a release that comes after this one. */
const NEXT = {
  '9001_color.sql': 'alter table orders add column color text;',
  '9002_no_tags.sql':
    '-- Only the last release uses them.\n-- phase: contract\ndrop table order_tags;',
  '9003_by_total.sql': `-- transaction: none
drop index concurrently if exists orders_by_total;
create index concurrently if not exists orders_by_total on orders (tenant_id, total_minor);
`,
}

let database: TestDatabase
let path: string
let folder: URL
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'foyer-migrations-'))
  await cp(new URL('../migrations/', import.meta.url), path, { recursive: true })
  for (const [name, body] of Object.entries(NEXT)) await writeFile(join(path, name), body)
  folder = pathToFileURL(`${path}/`)
})
afterEach(async () => {
  await database.drop()
  await rm(path, { recursive: true })
})

const tagsExist = async () => {
  const { rows } = await database.pool.query("select to_regclass('order_tags') is not null as yes")
  return rows[0].yes
}

test('a start leaves what only the last release uses, and the operator lets it go later', async () => {
  database = await openReleased([...(await releasedNames())], 'rows.sql')
  const started = await migrate(database.url, { folder })
  expect(started.applied).toEqual(expect.arrayContaining(['9001_color.sql', '9003_by_total.sql']))
  expect(started.waiting).toEqual(['9002_no_tags.sql'])
  expect(await tagsExist()).toBe(true)

  const again = await migrate(database.url, { folder })
  expect(again.applied).toEqual([])
  expect(again.waiting).toEqual(['9002_no_tags.sql'])

  const contracted = await migrate(database.url, { folder, contract: true })
  expect(contracted.applied).toEqual(['9002_no_tags.sql'])
  expect(contracted.waiting).toEqual([])
  expect(await tagsExist()).toBe(false)
})

test('a process of the last release starts on a database that the next one has expanded', async () => {
  database = await openReleased([...(await releasedNames())], 'rows.sql')
  await migrate(database.url, { folder })
  expect((await migrate(database.url)).applied).toEqual([])
})

test('an empty database gets both phases at once, because no earlier process uses it', async () => {
  database = await createTestDatabase({ isEmpty: true })
  const { applied, waiting } = await migrate(database.url, { folder })
  expect(applied).toEqual([...applied].sort())
  expect(applied).toContain('9002_no_tags.sql')
  expect(waiting).toEqual([])
  expect(await tagsExist()).toBe(false)
})

test('an index is built while others write, and again if its build was interrupted', async () => {
  database = await openReleased([...(await releasedNames())], 'rows.sql')
  await rm(join(path, '9001_color.sql'))
  // Any of them may need the table that the writer keeps open.
  await migrate(database.url)
  const writer = new pg.Client({ connectionString: database.url })
  await writer.connect()
  await writer.query('begin; update orders set total_minor = total_minor where false')
  const migrated = migrate(database.url, { folder, lockTimeoutMs: 200 })
  const building = async () =>
    (
      await database.pool.query<{ pid: number }>(`select pid from pg_stat_activity
        where datname = current_database() and query like 'create index concurrently%'
          and wait_event_type = 'Lock'`)
    ).rows
  const [backend] = await until(building, (rows) => rows.length > 0)
  // It waits for the open transaction, and others go on writing to the table.
  await database.pool.query("update orders set email = 'bob@example.com'")
  await database.pool.query('select pg_terminate_backend($1)', [backend?.pid])
  await expect(migrated).rejects.toThrow()
  await writer.query('commit')
  await writer.end()
  const { rows: left } = await database.pool.query(
    "select indisvalid from pg_index where indexrelid = to_regclass('orders_by_total')",
  )
  expect(left).toEqual([{ indisvalid: false }])

  expect((await migrate(database.url, { folder })).applied).toEqual(['9003_by_total.sql'])
  const { rows } = await database.pool.query(
    "select indisvalid from pg_index where indexrelid = 'orders_by_total'::regclass",
  )
  expect(rows).toEqual([{ indisvalid: true }])
})
