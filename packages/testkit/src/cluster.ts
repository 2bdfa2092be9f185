import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import pg from 'pg'
import { CommandError } from './command.ts'

/** A PostgreSQL to test on: that of DATABASE_URL, else an embedded one made for this run. */
export interface Cluster {
  /** An account that may create databases. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * Nothing in an existing cluster is touched but databases named foyer_test_*, which are dropped
 * again. The embedded one skips fsync: what tests prove about crashes is proved elsewhere.
 */
export async function openCluster(databaseUrl: string | undefined): Promise<Cluster> {
  if (databaseUrl) {
    await administer(databaseUrl).catch((error: Error) => {
      throw new CommandError(`The PostgreSQL of DATABASE_URL cannot be used: ${error.message}`)
    })
    return { adminUrl: databaseUrl, stop: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-'))
  // As root, PostgreSQL runs under another account, which must be able to enter.
  await chmod(folder, 0o755)
  const server = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    durable: false,
    maxConnections: 200,
  })
  return {
    adminUrl: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The same server, another database. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs statements that cannot be in a transaction, such as CREATE DATABASE. */
export async function administer(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
