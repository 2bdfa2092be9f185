import { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type LaneClient, openLane } from './lane.ts'
import type { DB } from './schema.ts'
import { types } from './types.ts'

declare const inTenant: unique symbol

/**
 * A transaction in which exactly one tenant's rows exist. Only {@link Database.withTenant} makes
 * one, so a query that asks for it cannot be run without a tenant.
 */
export type TenantTx = Transaction<DB> & { readonly [inTenant]: true }

/** The registry of tenants, and what the payment provider tells before a tenant is known. */
type SharedTable =
  | 'tenants'
  | 'tenant_domains'
  | 'schema_migrations'
  | 'provider_events'
  | 'provider_watermarks'

export interface Database {
  /** Runs `work` in one transaction as the tenant; rolls back when it throws. */
  withTenant<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** The same for reading alone: all its statements see the database as of one moment. */
  withSnapshot<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** The same for the stock lanes: named statements, on connections of their own. */
  withLane<T>(tenantId: number, work: (client: LaneClient) => Promise<LaneWork<T>>): Promise<T>
  /** What belongs to no tenant; of everything else no row is seen there. */
  registry: Kysely<Pick<DB, SharedTable>>
  pool: pg.Pool
  close(): Promise<void>
}

/** Transactions of lanes side by side; more would only queue at the disk. */
const LANE_CONNECTIONS = 4
/** Longer than any batch takes: beyond it the connection is given up, and no lane is ever stuck. */
const LANE_TIMEOUT_MS = 10_000
// Every statement of a lane probes by key. Before its first ANALYZE a table looks small to the
// planner, and a kept plan that scans it would last for the whole on-sale. Plans are kept from the
// first time on: where the planner believes a list of one to be cheaper than its usual guess of ten,
// it would plan each batch anew (measured: 0.5 ms for the holds a batch reads). A lock or a statement
// that waits longer than the client does would outlive its caller.
const LANE_SETTINGS =
  '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c lock_timeout=8000 -c statement_timeout=9000'

/**
 * A machine that vanishes says goodbye to nobody. On our side a connection that brings nothing for
 * so long is given up, at work or idle; no statement of ours takes as long.
 */
const SILENT_SECONDS = 15
// On PostgreSQL's side: a transaction whose process is gone would keep its locks for hours. And where
// it was built with a compiler, it took 1.5 s to compile the rollups' statement, for 10 ms of work.
const SESSION_SETTINGS = '-c idle_in_transaction_session_timeout=10000 -c jit=off'

type Written = (error?: Error | null) => void

/**
 * What is sent in one turn of the event loop goes out as one packet: a batch of a lane is some seven
 * statements at once, and each used to be a system call that wakes PostgreSQL (a third of the CPU time
 * of a purchase).
 */
class GatheringSocket extends Socket {
  #isGathering = false

  override connect(...to: unknown[]): this {
    Reflect.apply(super.connect, this, to)
    // Node has just put its own `write` before ours.
    Reflect.deleteProperty(this, 'write')
    return this
  }

  override write(data: string | Uint8Array, done?: Written): boolean
  override write(data: string | Uint8Array, encoding?: BufferEncoding, done?: Written): boolean
  override write(data: string | Uint8Array, how?: BufferEncoding | Written, done?: Written) {
    if (!this.#isGathering) {
      this.#isGathering = true
      this.cork()
      process.nextTick(() => {
        this.#isGathering = false
        this.uncork()
      })
    }
    return typeof how === 'function' ? super.write(data, how) : super.write(data, how, done)
  }
}

function openSocket(): Socket {
  const socket = new GatheringSocket()
  socket.setTimeout(SILENT_SECONDS * 1000, () =>
    socket.destroy(new Error(`Connection terminated after ${SILENT_SECONDS} s of silence`)),
  )
  return socket
}

export interface LaneWork<T> {
  value: T
  /** Statements already sent, not yet answered; empty: nothing was changed, so nothing is flushed. */
  writes: readonly Promise<unknown>[]
}

/** The connection was lost after `commit` had been sent: it may have happened or not. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
}

export interface DatabaseOptions {
  url: string
  /** From {@link migrate}: the role each connection takes on. */
  role: string | null
  maxConnections?: number
  /** Lanes have their own, so that reads never queue behind holds. */
  laneConnections?: number
  /** A connection was lost, idle or at work; the pool replaces it. */
  onConnectionLost?: (error: Error) => void
}

/** Opens a pool of connections. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const role = options.role ? `-c role=${options.role}` : ''
  const settings = `${role} ${SESSION_SETTINGS}`
  const shared = {
    connectionString: options.url,
    types,
    connectionTimeoutMillis: 10_000,
    stream: openSocket,
  }
  const pool = new pg.Pool({
    ...shared,
    max: options.maxConnections ?? 20,
    application_name: 'foyer',
    options: settings,
    pipeline: true,
  })
  const lanes = new pg.Pool({
    ...shared,
    max: options.laneConnections ?? LANE_CONNECTIONS,
    application_name: 'foyer-lane',
    options: `${settings} ${LANE_SETTINGS}`,
  })
  let isClosing = false
  // A server that shuts down together with us ends connections we are ending ourselves.
  const onLost = (error: Error) => {
    if (!isClosing) options.onConnectionLost?.(error)
  }
  // An 'error' that nobody hears ends the process, and the pool listens to idle connections only:
  // each gets a listener for life, and what the pool passes on of it has been told already.
  for (const each of [pool, lanes]) {
    each.on('connect', (client) => client.on('error', onLost))
    each.on('error', () => {})
  }
  pool.on('connect', prepareNamed)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  /** Its first statement is sent right behind `begin`: a transaction costs two round trips. */
  const transact = <T>(
    tenantId: number,
    mode: string,
    work: (tx: TenantTx) => Promise<T>,
  ): Promise<T> =>
    kysely.connection().execute(async (connection) => {
      const run = (text: string) => sql.raw(text).execute(connection)
      const begun = run(`begin ${mode}; ${asTenant(tenantId)}`)
      begun.catch(() => {})
      try {
        // What makes it one is the statement above; Kysely's own begin waits for its answer.
        const result = await work(connection as Kysely<DB> as TenantTx)
        await begun
        await run('commit')
        return result
      } catch (error) {
        // On a lost connection there is nothing to undo, and the first error tells more.
        await run('rollback').catch(() => {})
        throw error
      }
    })

  return {
    pool,
    registry: kysely as unknown as Kysely<Pick<DB, SharedTable>>,
    close() {
      isClosing = true
      return Promise.all([kysely.destroy(), lanes.end()]).then(() => {})
    },
    withTenant: (tenantId, work) => transact(tenantId, '', work),
    withSnapshot: (tenantId, work) =>
      transact(tenantId, 'isolation level repeatable read read only', work),
    async withLane(tenantId, work) {
      const tenant = idOf(tenantId)
      const client = await lanes.connect()
      const lane = openLane(client)
      const giveUp = setTimeout(() => lane.giveUp(), LANE_TIMEOUT_MS)
      // Not awaited: what follows is sent with it, and fails with it.
      const begun = Promise.all([
        lane.query({ name: 'begin', text: 'begin' }),
        lane.query({ name: 'lane_tenant', text: AS_TENANT, values: [tenant] }),
      ])
      begun.catch(() => {})
      let isCommitSent = false
      let isBroken = false
      try {
        const { value, writes } = await work(lane)
        isCommitSent = writes.length > 0
        const end = isCommitSent ? 'commit' : 'rollback'
        await Promise.all([begun, ...writes, lane.query({ name: end, text: end })])
        return value
      } catch (error) {
        lane.close()
        await begun.catch(() => {})
        isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        // What could be rolled back was refused. On a lost connection nobody can tell.
        if (!isCommitSent || !isBroken) throw error
        throw new CommitOutcomeUnknown('the answer to commit was lost', { cause: error })
      } finally {
        clearTimeout(giveUp)
        client.release(isBroken)
      }
    },
  }
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

/** Rows of one tenant alone, until the transaction ends. */
const AS_TENANT = `select set_config('app.tenant_id', $1, true)`

// Several statements in one message take no parameters.
const asTenant = (tenantId: number) => AS_TENANT.replace('$1', `'${idOf(tenantId)}'`)

function idOf(tenantId: number): string {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('tenantId must be an integer')
  return String(tenantId)
}
