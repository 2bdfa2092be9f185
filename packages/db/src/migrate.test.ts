import { randomUUID } from 'node:crypto'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { APP_ROLE, migrate, ObsoleteDatabaseError, pendingMigrations } from './migrate.ts'

const opened: TestDatabase[] = []

async function open(options: { isEmpty?: boolean } = {}) {
  const database = await createTestDatabase(options)
  opened.push(database)
  return database
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.drop()
})

test('an empty database gets every migration once, in order', async () => {
  const { pool, url } = await open({ isEmpty: true })
  const { applied } = await migrate(url)
  expect(applied.length).toBeGreaterThan(0)
  expect(applied).toEqual([...applied].sort())
  const { rows } = await pool.query('select name from schema_migrations order by applied_at, name')
  expect(rows.map((row) => row.name)).toEqual(applied)
  expect(await pendingMigrations(pool)).toEqual([])
})

test('a second migration of a current database changes nothing', async () => {
  const { pool, url } = await open()
  const before = await pool.query('select * from schema_migrations order by name')
  expect((await migrate(url)).applied).toEqual([])
  const after = await pool.query('select * from schema_migrations order by name')
  expect(after.rows).toEqual(before.rows)
})

test('several processes starting at once share the work and none fails', async () => {
  const { url } = await open({ isEmpty: true })
  const results = await Promise.all(Array.from({ length: 5 }, () => migrate(url)))
  const working = results.filter(({ applied }) => applied.length > 0)
  expect(working).toHaveLength(1)
  expect(new Set(results.map(({ role }) => role)).size).toBe(1)
})

test('a file that has changed since it ran is refused by name, and nothing is done', async () => {
  const { pool, url } = await open()
  await pool.query(
    `update schema_migrations set body = body || '-- edited' where name like '0001%'`,
  )
  await expect(migrate(url)).rejects.toThrow(
    /Migration 0001_\w+\.sql has changed since it ran\. Add a new file instead\./,
  )
})

test('a database from before the first installation is refused in a sentence, and nothing is done', async () => {
  const { pool, url } = await open({ isEmpty: true })
  await pool.query(`create table schema_migrations (name text primary key, body text not null,
      applied_at timestamptz not null default now());
    insert into schema_migrations (name, body) values
      ('0001_tenants_and_catalog.sql', ''), ('0002_stock_carts_and_orders.sql', '')`)
  await expect(migrate(url)).rejects.toThrow(ObsoleteDatabaseError)
  await expect(migrate(url)).rejects.toThrow(
    /^The data in this database was made by an early test version of Foyer\. .*Nothing in it was changed\.$/,
  )
  await expect(pendingMigrations(pool)).rejects.toThrow(ObsoleteDatabaseError)
  const { rows } = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'schema_migrations' }])
})

test('a database that a newer version of Foyer has migrated is accepted', async () => {
  const { pool, url } = await open()
  await pool.query(`insert into schema_migrations (name, body) values ('9999_of_later.sql', '')`)
  expect((await migrate(url)).applied).toEqual([])
  expect(await pendingMigrations(pool)).toEqual([])
})

test('a migration that fails leaves nothing of itself behind', async () => {
  const { pool, url } = await open({ isEmpty: true })
  // A table that the first migration creates last exists already.
  await pool.query('create table tenant_pages (in_the_way text)')
  await expect(migrate(url)).rejects.toThrow(/Migration 0001_\w+\.sql failed/)
  const { rows } = await pool.query(`select to_regclass('tenants') as tenants`)
  expect(rows).toEqual([{ tenants: null }])
  expect(await pendingMigrations(pool)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^0001_/)]),
  )
  await pool.query('drop table tenant_pages')
  expect((await migrate(url)).applied.length).toBeGreaterThan(0)
})

test('the role of the application cannot log in, own, create or bypass row security', async () => {
  const { pool, url } = await open()
  const { role } = await migrate(url)
  // An account that may not create roles works under its own name.
  if (role === null) return
  const { rows } = await pool.query(
    'select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles where rolname = $1',
    [APP_ROLE],
  )
  expect(Object.values(rows[0])).toEqual([false, false, false, false, false])
  const owned = await pool.query(
    'select relname from pg_class where relowner = (select oid from pg_roles where rolname = $1)',
    [APP_ROLE],
  )
  expect(owned.rows).toEqual([])
})

test('an account that created the role, and is no superuser, may use it after the migration', async () => {
  const { pool, url } = await open()
  const account = `house_${randomUUID().replaceAll('-', '')}`
  await pool.query(`create role ${account} login createrole password 'secret'`)
  try {
    // PostgreSQL does the same for an account that creates a role.
    await pool.query(`grant ${APP_ROLE} to ${account} with admin true, set false, inherit false`)
    const house = new URL(url)
    house.username = account
    house.password = 'secret'
    const client = new pg.Client({ connectionString: house.href })
    await client.connect()
    const tables = await pool.query(`select tablename from pg_tables where schemaname = 'public'`)
    for (const { tablename } of tables.rows) {
      await pool.query(`alter table ${tablename} owner to ${account}`)
    }
    await pool.query(`grant create, usage on schema public to ${account} with grant option`)
    await pool.query(
      `do $$ declare v text; begin for v in select viewname from pg_views where schemaname = 'public'
       loop execute format('alter view %I owner to ${account}', v); end loop; end $$`,
    )
    try {
      expect((await migrate(house.href)).role).toBe(APP_ROLE)
      await expect(client.query(`set role ${APP_ROLE}`)).resolves.toBeDefined()
    } finally {
      await client.end()
    }
  } finally {
    await pool.query(`reassign owned by ${account} to current_user`)
    await pool.query(`drop owned by ${account}`)
    await pool.query(`drop role ${account}`)
  }
})
