import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { administer, urlOf } from './cluster.ts'

export interface TestDatabase {
  url: string
  role: string | null
  drop(): Promise<void>
}

/**
 * A database of one's own, cloned from the migrated template in some ten milliseconds; with
 * `isEmpty` one that was never migrated.
 */
export async function createTestDatabase(
  options: { isEmpty?: boolean } = {},
): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `foyer_test_${randomUUID().replaceAll('-', '')}`
  const template = options.isEmpty ? 'template0' : inject('template')
  await administer(adminUrl, `create database ${name} template ${template}`)
  return {
    url: urlOf(adminUrl, name),
    role: inject('role'),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}
