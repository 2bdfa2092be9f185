import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import { isUnfit } from './transient.ts'
import { types } from './types.ts'

/**
 * How long a request may occupy the database, in milliseconds. PostgreSQL gives up before the process
 * does: a statement that goes on after its caller has left still holds a connection and its locks.
 */
export interface DatabaseTimeouts {
  /** One statement of a request; 0 for no limit. Below `silenceMs`. */
  statementMs: number
  /** One wait for a lock; 0 for no limit. Below `statementMs`, so that the error names the lock. */
  lockMs: number
  /**
   * A connection that brings nothing for so long is given up, at work or idle: a machine that vanishes
   * closes no connection.
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
  /** From {@link migrate}: the role each connection takes on. */
  role: string | null
  maxConnections?: number
  /** Lanes have their own, so that reads never queue behind holds. */
  laneConnections?: number
  longWorkConnections?: number
  timeouts?: Readonly<DatabaseTimeouts>
  /** A connection was lost, idle or at work; the pool replaces it. */
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
/** Transactions of lanes side by side; more would only queue at the disk. */
const LANE_CONNECTIONS = 4
// Every statement of a lane probes by key. Before its first ANALYZE a table looks small to the
// planner, and a kept plan that scans it would last for the whole on-sale. Plans are kept from the
// first time on: where the planner believes a list of one to be cheaper than its usual guess of ten,
// it would plan each batch anew (measured: 0.5 ms for the holds a batch reads). A lock or a statement
// that waits longer than the client does would outlive its caller.
const LANE_SETTINGS =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c lock_timeout=8000 -c statement_timeout=9000'

/** Long work side by side; it shall leave the disk to the buyers. */
const LONG_WORK_CONNECTIONS = 4

/** How the threads of a process share its connections. */
export const CONNECTIONS_OF_THREADS = {
  /** It answers requests beside a worker thread. */
  requests: { maxConnections: 16, laneConnections: 4, longWorkConnections: 1 },
  worker: { maxConnections: 8, laneConnections: 2, longWorkConnections: 3 },
} as const

/** What one process may open at most; max_connections must have room for every process. */
export const CONNECTIONS_PER_PROCESS = Object.values(CONNECTIONS_OF_THREADS)
  .flatMap((pools): number[] => Object.values(pools))
  .reduce((sum, connections) => sum + connections, 0)
// The whole audit of a large house takes minutes; what takes longer than half an hour is stuck. Long
// work waits for its turn on a connection longer than a request does.
const LONG_WORK_SETTINGS =
  '-c statement_timeout=1800000 -c lock_timeout=60000 -c idle_in_transaction_session_timeout=60000'
const LONG_WORK_WAIT_MS = 60_000

// A transaction whose process is gone would keep its locks for hours. And where PostgreSQL was built
// with a compiler, it took 1.5 s to compile the rollups' statement, for 10 ms of work.
const SESSION_SETTINGS = '-c idle_in_transaction_session_timeout=10000 -c jit=off'

// While a statement runs, PostgreSQL looks this often whether its client still exists. It is set once
// connected, and not at the start, because a PostgreSQL on Windows refuses it.
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
    // Its statements are silent for minutes: that the machine behind vanished, the system finds out.
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })

  const unfit = new WeakSet<pg.ClientBase>()
  let isClosing = false
  // A server that shuts down together with us ends connections we are ending ourselves.
  const onLost = (error: Error) => {
    if (!isClosing) options.onConnectionLost?.(error)
  }
  const all = [requests, lanes, longWork]
  for (const pool of all) {
    pool.on('connect', (client) => {
      // An 'error' event without a listener ends the process, and the pool listens to idle connections only.
      client.on('error', onLost)
      client.connection.on('errorMessage', (error) => {
        if (!isUnfit(error)) return
        unfit.add(client)
        options.onUnfit?.()
      })
    })
    // A client that is ending is not kept by the pool: after a failover the next one is connected to
    // the server that can be written to.
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

function openSocket(silenceMs: number): GatheringSocket {
  const socket = new GatheringSocket()
  socket.setTimeout(silenceMs, () =>
    socket.destroy(new Error(`Connection terminated after ${silenceMs / 1000} s of silence`)),
  )
  return socket
}

const NAMED = /\/\* named: (\w+) \*\//

/**
 * A statement with a name in a comment is prepared under it, once a connection: planning those with
 * many joins takes longer than running them. The query builder itself knows no names.
 */
function prepareNamed(client: pg.Client): void {
  const { query } = client
  Object.assign(client, {
    query(...sent: unknown[]) {
      const [text, values] = sent
      const name = typeof text === 'string' ? NAMED.exec(text)?.[1] : undefined
      return Reflect.apply(query, client, name ? [{ name, text, values }] : sent)
    },
  })
}
