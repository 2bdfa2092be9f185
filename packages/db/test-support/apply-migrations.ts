import { readFile } from 'node:fs/promises'
import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import type pg from 'pg'

/** Brings an empty database to the state of a part of the migrations, such as those of a release. */
export async function applyMigrations(pool: pg.Pool, names: readonly string[]): Promise<void> {
  await pool.query(`create table schema_migrations (name text primary key, body text not null,
    applied_at timestamptz not null default now())`)
  for (const name of names) {
    const body = await readFile(new URL(`../migrations/${name}`, import.meta.url), 'utf8')
    await pool.query(body)
    await pool.query('insert into schema_migrations (name, body) values ($1, $2)', [name, body])
  }
}

/**
 * A database as a release left it. The builders insert into the newest schema, so a released one needs
 * fixed rows: a file of `released/`.
 */
export async function openReleased(names: readonly string[], rows: string): Promise<TestDatabase> {
  const database = await createTestDatabase({ isEmpty: true })
  await applyMigrations(database.pool, [...names].sort())
  // On one connection, because the file sets the tenant.
  await database.pool.query(await readFile(new URL(`../released/${rows}`, import.meta.url), 'utf8'))
  return database
}
