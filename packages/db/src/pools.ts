import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { isUnfit } from './transient.ts'
import { types } from './types.ts'

/**
 * How long a request may occupy the database, in milliseconds. PostgreSQL gives up before the
 * process does, because a statement that continues after its caller has gone still has a connection
 * and its locks.
 */
export interface DatabaseTimeouts {
  /** One statement of a request; 0 for no limit. Below `silenceMs`. */
  statementMs: number
  /** One wait for a lock; 0 for no limit. Below `statementMs`, so that the error names the lock. */
  lockMs: number
  /**
   * A connection that receives nothing for so long is closed, busy or idle: a machine that
   * disappears closes no connection.
   */
  silenceMs: number
}

export const DATABASE_TIMEOUTS: Readonly<DatabaseTimeouts> = {
  statementMs: 14_000,
  lockMs: 10_000,
  silenceMs: 15_000,
}

export interface PoolOptions {
  url: string
  /** The role from {@link migrate} that each connection uses. */
  role: string | null
  maxConnections?: number
  /** Lanes have their own, so that reads never queue behind holds. */
  laneConnections?: number
  longWorkConnections?: number
  timeouts?: Readonly<DatabaseTimeouts>
  /** A connection was lost, idle or busy; the pool replaces it. */
  onConnectionLost?: (error: Error) => void
  /** The server cannot write now (see `isUnfit`). */
  onUnfit?: () => void
}

export interface Pools {
  /** Requests, and jobs whose statements are short. */
  requests: pg.Pool
  lanes: pg.Pool
  /** Audits, comparisons, retention and exports: statements that may take minutes. */
  longWork: pg.Pool
  close(): Promise<void>
}

const REQUEST_CONNECTIONS = 20
/** Lane transactions that run side by side; more would only wait for the disk. */
const LANE_CONNECTIONS = 4
// Every statement of a lane probes by key. Before the first ANALYZE a table looks small to the
// planner, and a cached plan that scans it would stay for the whole on-sale. Plans are cached from
// the first use: otherwise, if the planner believes a list of one to be cheaper than its usual
// guess of ten, it plans each batch anew (measured: 0.5 ms for the holds that a batch reads). A
// lock or a statement must not wait longer than its client does.
const LANE_SETTINGS =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c lock_timeout=8000 -c statement_timeout=9000'

/** Long work runs on few connections, so that it leaves the disk to buyers. */
const LONG_WORK_CONNECTIONS = 4

/** How the threads of a process divide its connections. */
export const CONNECTIONS_OF_THREADS = {
  /** For the thread that answers requests beside a worker thread. */
  requests: { maxConnections: 16, laneConnections: 4, longWorkConnections: 2 },
  worker: { maxConnections: 8, laneConnections: 2, longWorkConnections: 3 },
} as const

/** What one process may open at most; max_connections must have room for every process. */
export const CONNECTIONS_PER_PROCESS = Object.values(CONNECTIONS_OF_THREADS)
  .flatMap((pools): number[] => Object.values(pools))
  .reduce((sum, connections) => sum + connections, 0)
// The whole audit of a large tenant takes minutes; work of more than half an hour is stuck. Long
// work may wait longer for a connection than a request.
export const LONG_WORK_SETTINGS =
  '-c statement_timeout=1800000 -c lock_timeout=60000 -c idle_in_transaction_session_timeout=60000'
const LONG_WORK_WAIT_MS = 60_000

// Otherwise a transaction whose process is gone would keep its locks for hours. And with its
// compiler on, PostgreSQL took 1.5 s to compile the rollups' statement, for 10 ms of work.
export const SESSION_SETTINGS = '-c idle_in_transaction_session_timeout=10000 -c jit=off'

// How often PostgreSQL checks during a statement whether its client still exists. It is set after
// connecting, because PostgreSQL on Windows refuses it at the start.
const CHECK_CLIENT = 'set client_connection_check_interval = 5000'

/** Opens the pools of a process. Nothing connects before the first query. */
export function openPools(options: PoolOptions): Pools {
  const role = options.role ? `-c role=${options.role}` : ''
  const { statementMs, lockMs, silenceMs } = options.timeouts ?? DATABASE_TIMEOUTS
  const settings = `${role} ${SESSION_SETTINGS}`
  const shared = {
    connectionString: options.url,
    types,
    connectionTimeoutMillis: 10_000,
    stream: () => openSocket(silenceMs),
    onConnect: (client: pg.ClientBase) =>
      client.query(CHECK_CLIENT).then(
        () => {},
        () => {},
      ),
  }
  const requests = new pg.Pool({
    ...shared,
    max: options.maxConnections ?? REQUEST_CONNECTIONS,
    application_name: 'foyer',
    options: `${settings} -c statement_timeout=${statementMs} -c lock_timeout=${lockMs}`,
    pipeline: true,
  })
  const lanes = new pg.Pool({
    ...shared,
    max: options.laneConnections ?? LANE_CONNECTIONS,
    application_name: 'foyer-lane',
    options: `${settings} ${LANE_SETTINGS}`,
  })
  const longWork = new pg.Pool({
    ...shared,
    max: options.longWorkConnections ?? LONG_WORK_CONNECTIONS,
    application_name: 'foyer-long-work',
    options: `${settings} ${LONG_WORK_SETTINGS}`,
    pipeline: true,
    connectionTimeoutMillis: LONG_WORK_WAIT_MS,
    // Its statements are silent for minutes; the system itself notices a machine that has
    // disappeared.
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })

  const unfit = new WeakSet<pg.ClientBase>()
  let isClosing = false
  // If server and process shut down together, connections that are being closed anyway are lost.
  const onLost = (error: Error) => {
    if (!isClosing) options.onConnectionLost?.(error)
  }
  const all = [requests, lanes, longWork]
  for (const pool of all) {
    pool.on('connect', (client) => {
      // An 'error' event without a listener ends the process, and the pool listens only on idle
      // connections.
      client.on('error', onLost)
      client.connection.on('errorMessage', (error) => {
        if (!isUnfit(error)) return
        unfit.add(client)
        options.onUnfit?.()
      })
    })
    // The pool does not keep a client that is ending. After a failover the next one connects to the
    // server that accepts writes.
    pool.on('release', (_error, client) => {
      if (unfit.has(client)) client.end()
    })
    // The connection's own listener has reported it.
    pool.on('error', () => {})
  }
  for (const pool of [requests, longWork]) pool.on('connect', prepareNamed)

  return {
    requests,
    lanes,
    longWork,
    async close() {
      isClosing = true
      await Promise.all(all.map((pool) => pool.end()))
    },
  }
}

export function openSocket(silenceMs: number): GatheringSocket {
  const socket = new GatheringSocket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`Connection terminated after ${silenceMs / 1000} s of silence`)),
  )
  return socket
}

const NAMED = /\/\* named: (\w+) \*\//

/**
 * Prepares a statement with a name in a comment under that name, once per connection: planning
 * statements with many joins takes longer than running them. The query builder has no names.
 */
export function prepareNamed(client: pg.Client): void {
  const { query } = client
  Object.assign(client, {
    query(...sent: unknown[]) {
      const [text, values] = sent
      const name = typeof text === 'string' ? NAMED.exec(text)?.[1] : undefined
      return Reflect.apply(query, client, name ? [{ name, text, values }] : sent)
    },
  })
}
