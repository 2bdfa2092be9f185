import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { administer, urlOf } from './cluster.ts'

export interface TestDatabase {
  url: string
  role: string | null
  /** The owner's connections, to which row security does not apply. `drop` ends them. */
  pool: pg.Pool
  drop(): Promise<void>
}

/**
 * Creates a database by cloning the migrated template, in about ten milliseconds; with `isEmpty`, a
 * database without any schema.
 */
export async function createTestDatabase(
  options: { isEmpty?: boolean } = {},
): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `foyer_test_${randomUUID().replaceAll('-', '')}`
  const template = options.isEmpty ? 'template0' : inject('template')
  // A third less CPU than to log each page, the default, and no test recovers a clone from a log.
  const strategy = 'strategy file_copy'
  await administer(adminUrl, `create database ${name} template ${template} ${strategy}`)
  const url = urlOf(adminUrl, name)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  // Dropping the database cuts connections that are still being closed; that is no error.
  pool.on('error', () => {})
  return {
    url,
    role: inject('role'),
    pool,
    async drop() {
      await pool.end()
      await administer(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}
