import { chmod, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@foyer/db/embedded'
import pg from 'pg'
import { CommandError } from './command.ts'

/** A PostgreSQL for tests: that of DATABASE_URL, otherwise an embedded one made for this run. */
export interface Cluster {
  /** An account that may create databases. */
  adminUrl: string
  stop(): Promise<void>
}

/**
 * In an existing cluster only databases named foyer_test_* are created, and dropped again. The
 * embedded one skips fsync, because crashes are tested elsewhere (`chaos`).
 */
export async function openCluster(databaseUrl: string | undefined): Promise<Cluster> {
  if (databaseUrl) {
    await administer(databaseUrl).catch((error: Error) => {
      throw new CommandError(`The PostgreSQL of DATABASE_URL cannot be used: ${error.message}`)
    })
    return { adminUrl: databaseUrl, stop: async () => {} }
  }
  const folder = await mkdtemp(join(await dataFolder(), 'foyer-test-'))
  // As root, PostgreSQL runs under another account, which must be able to enter the folder.
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

/** Linux keeps it in memory. */
const MEMORY = '/dev/shm'
/** What a whole run needs, several times over. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Where an embedded cluster is stored: in memory if there is enough of it. Each test file gets a clone of a
 * database of some 700 files; to create and delete them on a disk took a third of all processor time.
 */
async function dataFolder(): Promise<string> {
  const memory = await statfs(MEMORY).catch(() => null)
  return memory && memory.bavail * memory.bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
}

/** The address of another database on the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Runs a statement that cannot run in a transaction, such as CREATE DATABASE. */
export async function administer(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
