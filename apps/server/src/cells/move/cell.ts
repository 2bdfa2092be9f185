import pg from 'pg'

/** Why an organizer cannot be moved, in a sentence for the operator. Nothing was changed by what failed. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** A cell as a move uses it: with the account that may replicate. */
export interface Cell {
  name: string
  /** The other cell connects to it as well, so its host must be reachable from there. */
  url: string
  pool: pg.Pool
}

// Rows are compared as text, so both sides write it alike.
const SETTINGS =
  '-c statement_timeout=0 -c lock_timeout=10000 -c idle_in_transaction_session_timeout=0 ' +
  '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex'

const settingsOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  application_name: 'foyer-move',
  keepAlive: true,
  options: SETTINGS,
})

/** Opens a cell. Nothing connects before the first query. */
export function openCell(name: string, url: string): Cell {
  const pool = new pg.Pool({ ...settingsOf(url), max: 4 })
  // A query that needs the connection fails and says so.
  pool.on('error', () => {})
  return { name, url, pool }
}

/** A connection to a cell of its own, which the caller ends. */
export async function connectTo({ url }: Cell): Promise<pg.Client> {
  const client = new pg.Client(settingsOf(url))
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Runs `work` in one transaction; rolls back if it throws. */
export async function inTransaction<T>(
  { pool }: Cell,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let failed: Error | undefined
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    failed = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // Closing the connection is the rollback that works in every state.
    client.release(failed)
  }
}

/** The rows of a query that has `$1` for the ids of tenants. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  on: pg.Pool | pg.ClientBase,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return (await on.query<Row>(text, values)).rows
}
