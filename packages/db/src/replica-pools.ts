import pg from 'pg'
import { GatheringSocket } from './gathering-socket.ts'
import {
  LONG_WORK_SETTINGS,
  openSocket,
  type PoolOptions,
  prepareNamed,
  SESSION_SETTINGS,
} from './pools.ts'
import { types } from './types.ts'

export interface ReplicaOptions extends Pick<PoolOptions, 'role' | 'onConnectionLost'> {
  /** Of the primary, which the watch compares the replicas with. */
  url: string
  /** Leads to a replica; each connection may lead to another one. */
  replicaUrl: string
}

export interface ReplicaPools {
  /** Reads of requests. */
  requests: pg.Pool
  /** Reports and exports. */
  longWork: pg.Pool
  /** One connection to each side, so that the watch never waits for requests. */
  watchedPrimary: pg.Pool
  watchedReplica: pg.Pool
  close(): Promise<void>
}

const REQUEST_CONNECTIONS = 10
const LONG_WORK_CONNECTIONS = 2
/** A read that finds no connection for so long is made on the primary. */
const CONNECT_MS = 1000
/**
 * Shorter than on the primary: a read that a replica does not answer is repeated there, while its
 * caller waits.
 */
const SILENCE_MS = 4000
const STATEMENT_MS = 3500
/** After a replica has returned, connections are soon divided among all of them again. */
const LIFETIME_SECONDS = 60

/** Opens the pools for reads of replicas. Nothing connects before the first query. */
export function openReplicaPools(options: ReplicaOptions): ReplicaPools {
  const role = options.role ? `-c role=${options.role}` : ''
  const settings = `${role} ${SESSION_SETTINGS} -c default_transaction_read_only=on`
  const shared = {
    connectionString: options.replicaUrl,
    types,
    connectionTimeoutMillis: CONNECT_MS,
    maxLifetimeSeconds: LIFETIME_SECONDS,
    pipeline: true,
  }
  const requests = new pg.Pool({
    ...shared,
    max: REQUEST_CONNECTIONS,
    application_name: 'foyer-replica',
    options: `${settings} -c statement_timeout=${STATEMENT_MS}`,
    stream: () => openSocket(SILENCE_MS),
  })
  const longWork = new pg.Pool({
    ...shared,
    max: LONG_WORK_CONNECTIONS,
    application_name: 'foyer-replica-long-work',
    options: `${settings} ${LONG_WORK_SETTINGS}`,
    stream: () => new GatheringSocket(),
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const watched = (url: string) =>
    new pg.Pool({
      connectionString: url,
      max: 1,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      application_name: 'foyer-watch',
    })
  const watchedPrimary = watched(options.url)
  const watchedReplica = watched(options.replicaUrl)

  let isClosing = false
  const onLost = (error: Error) => {
    if (!isClosing) options.onConnectionLost?.(error)
  }
  for (const pool of [requests, longWork]) {
    pool.on('connect', (client) => client.on('error', onLost))
    pool.on('connect', prepareNamed)
  }
  const all = [requests, longWork, watchedPrimary, watchedReplica]
  // Of reads, the connection's own listener has reported it; the watch notices by itself.
  for (const pool of all) pool.on('error', () => {})
  for (const pool of [watchedPrimary, watchedReplica]) {
    pool.on('connect', (client) => client.on('error', () => {}))
  }
  return {
    requests,
    longWork,
    watchedPrimary,
    watchedReplica,
    async close() {
      isClosing = true
      await Promise.all(all.map((pool) => pool.end()))
    },
  }
}
