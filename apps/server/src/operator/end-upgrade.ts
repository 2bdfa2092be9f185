import { MigrationBlockedError, migrate, waitingMigrations } from '@foyer/db'
import pg from 'pg'
import { OperatorError } from './command.ts'

export const CONTRACT_COMMAND = 'npm run contract -- --all-are-new'

export interface EndUpgradeOptions {
  /** The operator says that no process of the last release is left. */
  isSure: boolean
  print: (text: string) => void
  /** As in `migrate`. */
  folder?: URL
}

/**
 * Runs the migrations of phase contract if the operator is sure; otherwise prints which wait, and which
 * machines have processes of Foyer on the database. Returns whether none waits any more.
 */
export async function endUpgrade(
  url: string,
  { isSure, print, folder }: EndUpgradeOptions,
): Promise<boolean> {
  if (!isSure && (await printWaiting(url, print, folder))) return false
  const { applied } = await migrate(url, {
    contract: true,
    onProgress: print,
    ...(folder ? { folder } : {}),
  }).catch((error: unknown) => {
    throw error instanceof MigrationBlockedError ? new OperatorError(error.message) : error
  })
  for (const name of applied) print(`Done: ${name}`)
  if (applied.length === 0) print('Nothing waits: all migrations have run.')
  return true
}

/** Returns whether any waits. */
async function printWaiting(
  url: string,
  print: (text: string) => void,
  folder?: URL,
): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const waiting = await waitingMigrations(client, folder)
    if (waiting.length === 0) return false
    const { rows } = await client.query<{ machine: string; connections: number; since: string }>(
      CONNECTED,
    )
    for (const { machine, connections, since } of rows) {
      print(`Connected: ${machine}, ${connections} connections, the oldest since ${since} UTC`)
    }
    for (const name of waiting) print(`Waits: ${name}`)
    print(
      'They remove what the last release uses. Once none of its processes is left and you will not go ' +
        `back to it, run: ${CONTRACT_COMMAND}`,
    )
    return true
  } finally {
    await client.end()
  }
}

/** The machines that processes of Foyer are connected from. */
const CONNECTED = `
  select coalesce(host(client_addr), 'this machine') as machine, count(*)::integer as connections,
    to_char(min(backend_start) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as since
  from pg_stat_activity
  where datname = current_database() and application_name in ('foyer', 'foyer-lane', 'foyer-long-work')
  group by 1 order by 1`
