import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { DUE_ROLE, mayTakeOnDueRole } from './due-role.ts'
import { type LaneClient, openLane } from './lane.ts'
import { openPools, type PoolOptions } from './pools.ts'
import type { DB } from './schema.ts'
import { Writability } from './writability.ts'

declare const inTenant: unique symbol

/**
 * A transaction in which exactly one tenant's rows exist. Only {@link Database.withTenant} makes
 * one, so a query that asks for it cannot be run without a tenant.
 */
export type TenantTx = Transaction<DB> & { readonly [inTenant]: true }

/** The registry of tenants, and what the payment provider reports before a tenant is known. */
type SharedTable =
  | 'tenants'
  | 'tenant_domains'
  | 'schema_migrations'
  | 'provider_events'
  | 'provider_watermarks'
  | 'limit_counts'
  | 'job_turns'

export interface TenantTransactions {
  /** Runs `work` in one transaction as the tenant; rolls back when it throws. */
  withTenant<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** The same for reading alone: all its statements see the database as of one moment. */
  withSnapshot<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** Its transactions are those of requests: a statement ends after DatabaseTimeouts.statementMs. */
export interface Database extends TenantTransactions {
  /**
   * The same for jobs, commands and exports whose statements may take minutes: on a few connections
   * of their own, with time-outs of their own.
   */
  longWork: TenantTransactions
  /** The same for the stock lanes: named statements, on connections of their own. */
  withLane<T>(tenantId: number, work: (client: LaneClient) => Promise<LaneWork<T>>): Promise<T>
  /**
   * Reads ids and times of all tenants at once, as the role that may see nothing else (due-role.ts).
   * `select` is one statement without a condition on the tenant. Where the database's account may not
   * create roles it is run in one tenant after the other, which costs the more the more there are.
   */
  acrossTenants<Row>(select: (tx: TenantTx) => Promise<readonly Row[]>): Promise<Row[]>
  /** What belongs to no tenant; of everything else no row is seen there. */
  registry: Kysely<Pick<DB, SharedTable>>
  /**
   * Whether it takes writes now: it is no standby and not read-only, and its disk was not found full.
   * Rejects where it does not answer.
   */
  isWritable(): Promise<boolean>
  pool: pg.Pool
  close(): Promise<void>
}

/** Longer than any batch takes: beyond it the connection is given up, and no lane is ever stuck. */
const LANE_TIMEOUT_MS = 10_000

interface LaneWork<T> {
  value: T
  /** Statements already sent, not yet answered; empty: nothing was changed, so nothing is flushed. */
  writes: readonly Promise<unknown>[]
}

/** The connection was lost after `commit` had been sent: it may have happened or not. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
}

export type DatabaseOptions = Omit<PoolOptions, 'onUnfit'>

/** Opens the connections of a process. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pools = openPools({ ...options, onUnfit: () => writability.failed() })
  const writability = new Writability(pools.requests)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.requests }) })
  const longWork = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.longWork }) })

  let mayLookAcross: Promise<boolean> | null = null

  return {
    ...transactionsOn(kysely),
    longWork: transactionsOn(longWork),
    async acrossTenants(select) {
      mayLookAcross ??= mayTakeOnDueRole(pools.requests)
      mayLookAcross.catch(() => {
        mayLookAcross = null
      })
      if (await mayLookAcross) return [...(await transact(kysely, ACROSS_TENANTS, select))]
      const rows = []
      const tenants = await kysely.selectFrom('tenants').select('tenant_id').execute()
      for (const { tenant_id } of tenants) {
        rows.push(...(await transact(kysely, `begin; ${asTenant(tenant_id)}`, select)))
      }
      return rows
    },
    isWritable: () => writability.look(),
    pool: pools.requests,
    registry: kysely as unknown as Kysely<Pick<DB, SharedTable>>,
    close: pools.close,
    async withLane(tenantId, work) {
      const tenant = idOf(tenantId)
      const client = await pools.lanes.connect()
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
        if (isCommitSent) writability.succeeded()
        return value
      } catch (error) {
        lane.close()
        await begun.catch(() => {})
        isBroken = await client.query('rollback').then(
          () => false,
          () => true,
        )
        // If a rollback succeeded, the commit was refused. On a lost connection its outcome is unknown.
        if (!isCommitSent || !isBroken) throw error
        throw new CommitOutcomeUnknown('the answer to commit was lost', { cause: error })
      } finally {
        clearTimeout(giveUp)
        client.release(isBroken)
      }
    },
  }
}

/** One connection's transaction. Its first statement is sent with `begin`: it costs two round trips. */
const transact = <T>(
  on: Kysely<DB>,
  begin: string,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> =>
  on.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    const begun = run(begin)
    begun.catch(() => {})
    try {
      // What makes it one is the statement above; Kysely's own begin waits for its answer.
      const result = await work(connection as Kysely<DB> as TenantTx)
      await begun
      await run('commit')
      return result
    } catch (error) {
      // On a lost connection there is nothing to undo, and the first error says more.
      await run('rollback').catch(() => {})
      throw error
    }
  })

const transactionsOn = (on: Kysely<DB>): TenantTransactions => ({
  withTenant: async (tenantId, work) => transact(on, `begin; ${asTenant(tenantId)}`, work),
  withSnapshot: async (tenantId, work) =>
    transact(on, `begin isolation level repeatable read read only; ${asTenant(tenantId)}`, work),
})

/** Transactions on connections that a caller has opened itself: of commands and tests. */
export const tenantTransactions = (pool: pg.Pool): TenantTransactions =>
  transactionsOn(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }))

// Its statements probe partial indexes, which the planner would rather not do while tables look small.
const ACROSS_TENANTS = `begin read only; set local role ${DUE_ROLE}; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local enable_sort = off`

/** Rows of one tenant alone, until the transaction ends. */
const AS_TENANT = `select set_config('app.tenant_id', $1, true)`

// Several statements in one message take no parameters.
const asTenant = (tenantId: number) => AS_TENANT.replace('$1', `'${idOf(tenantId)}'`)

function idOf(tenantId: number): string {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('tenantId must be an integer')
  return String(tenantId)
}
