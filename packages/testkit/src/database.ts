import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { administer, urlOf } from './cluster.ts'

export interface TestDatabase {
  url: string
  role: string | null
  drop(): Promise<void>
}

/** A database of one's own, cloned from the migrated template in some ten milliseconds. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `foyer_test_${randomUUID().replaceAll('-', '')}`
  await administer(adminUrl, `create database ${name} template ${inject('template')}`)
  return {
    url: urlOf(adminUrl, name),
    role: inject('role'),
    drop: () => administer(adminUrl, `drop database if exists ${name} with (force)`),
  }
}
