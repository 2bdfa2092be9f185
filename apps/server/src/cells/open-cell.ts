import { migrate, pendingMigrations, roleOf } from '@foyer/db'
import pg from 'pg'
import type { CellAddress } from '../env-cells.ts'
import { HOME } from './cells.ts'

/** Two cells of the environment lead to one database, which no start could make right. */
export class SameDatabaseError extends Error {
  override name = 'SameDatabaseError'
}

/** How long an address may stay silent before the cell counts as away. */
const PATIENCE_MS = 5000

/** What distinguishes a database from all others, under whatever address. */
const WHO = `select (select oid from pg_database where datname = current_database())::text
  || ' ' || extract(epoch from pg_postmaster_start_time()) as who`

interface OpenOptions {
  /** The identity of the databases that are in use, by the name of their cell. */
  known: Map<string, string>
  onProgress(text: string): void
}

/**
 * Connects to a cell and migrates it if its schema is older than this release. Returns the role that its
 * connections use. Throws {@link SameDatabaseError} if it is a cell that is in use already.
 */
export async function prepareCell(
  { name, url }: CellAddress,
  { known, onProgress }: OpenOptions,
): Promise<string | null> {
  const client = await connect(url)
  try {
    const who = await identityOf(client)
    for (const [other, theirs] of known) {
      if (other !== name && theirs === who) {
        throw new SameDatabaseError(`CELLS: ${other} and ${name} are the same database`)
      }
    }
    known.set(name, who)
    const isCurrent = (await isOurs(client)) && (await pendingMigrations(client)).length === 0
    if (isCurrent) return await roleOf(client)
  } finally {
    await client.end()
  }
  return (await migrate(url, { onProgress: (text) => onProgress(`Cell ${name}: ${text}`) })).role
}

/** Notes the identity of the home cell's database. */
export async function knowHome(url: string, known: Map<string, string>): Promise<void> {
  const client = await connect(url)
  known.set(HOME, await identityOf(client).finally(() => client.end()))
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function identityOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ who: string }>(WHO)
  return rows[0]?.who ?? ''
}

/** Whether the database has any schema of ours. */
async function isOurs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `select to_regclass('public.schema_migrations') is not null as is`,
  )
  return rows[0]?.is ?? false
}
