import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import type pg from 'pg'
import { DUE_ROLE, mayTakeOnDueRole } from './due-role.ts'
import { type LaneClient, openLane } from './lane.ts'
import { openPools, type PoolOptions } from './pools.ts'
import { type Check, type OnRead, readWhereRecent } from './recent-reads.ts'
import { openReplicaPools } from './replica-pools.ts'
import { ReplicaWatch } from './replica-watch.ts'
import type { DB } from './schema.ts'
import { Writability } from './writability.ts'

declare const inTenant: unique symbol

/**
 * A transaction in which exactly one tenant's rows are visible. Only {@link Database.withTenant}
 * makes one, so a query that requires it cannot run without a tenant.
 */
export type TenantTx = Transaction<DB> & { readonly [inTenant]: true }

declare const ofPlatform: unique symbol

/**
 * A transaction without a tenant, which sees the tables that belong to none; those of tenants appear
 * empty. {@link inTenantWithin} enters a tenant for a while, so that both change together or not at
 * all.
 */
export type PlatformTx = Transaction<Pick<DB, SharedTable>> & { readonly [ofPlatform]: true }

/**
 * The registry of tenants, reports of the payment provider before their tenant is known, what the
 * platform measures about itself, and the accounts of people who work for tenants.
 */
type SharedTable =
  | 'tenants'
  | 'tenant_domains'
  | 'schema_migrations'
  | 'provider_events'
  | 'provider_watermarks'
  | 'limit_counts'
  | 'job_turns'
  | 'status_samples'
  | 'status_days'
  | 'status_incidents'
  | 'staff_people'
  | 'staff_sessions'
  | 'staff_browsers'
  | 'staff_totp'
  | 'staff_recovery_codes'
  | 'staff_passkeys'
  | 'staff_challenges'
  | 'staff_links'
  | 'staff_attempts'
  | 'staff_mails'
  | 'platform_operators'
  | 'operator_log'
  | 'system_configuration'
  | 'tenant_cells'
  | 'tenant_moves'

export interface TenantTransactions {
  /** Runs `work` in one transaction as the tenant; rolls back if it throws. */
  withTenant<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Runs reads only: all statements of the transaction see the database at the same moment. */
  withSnapshot<T>(tenantId: number, work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** For transactions of requests: a statement ends after DatabaseTimeouts.statementMs. */
export interface Database extends TenantTransactions {
  /**
   * For jobs, commands and exports whose statements may take minutes: on a few connections of their
   * own, with longer time-outs.
   */
  longWork: TenantTransactions
  /**
   * Transactions that only read, on a replica if one is recent enough, otherwise on the primary: they
   * show the database as it was at `since` (a moment of `performance.now()`) or later, and at most
   * REPLICA_AGE_MS ago. If a replica breaks off, `work` runs again on the primary.
   */
  readsSince(since: number): TenantTransactions & Pick<Database, 'longWork'>
  /** Null without replicas. */
  replica: Pick<ReplicaWatch, 'ageMs'> | null
  /** Runs `work` in one transaction without a tenant; rolls back if it throws. */
  withPlatform<T>(work: (tx: PlatformTx) => Promise<T>): Promise<T>
  /** For the stock lanes: named statements on connections of their own. */
  withLane<T>(tenantId: number, work: (client: LaneClient) => Promise<LaneWork<T>>): Promise<T>
  /**
   * Reads ids and times of all tenants at once, in a role that may read nothing else (due-role.ts).
   * `select` is one statement without a condition on the tenant. If the database's account may not
   * create roles, it runs for one tenant after the other, which takes longer the more tenants there
   * are.
   */
  acrossTenants<Row>(select: (tx: TenantTx) => Promise<readonly Row[]>): Promise<Row[]>
  /** Tables that belong to no tenant; all other tables appear empty. */
  registry: Kysely<Pick<DB, SharedTable>>
  /**
   * Whether the database accepts writes now: it is no standby, not read-only, and its disk is not
   * full. Rejects if it does not answer.
   */
  isWritable(): Promise<boolean>
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * Longer than any batch takes. After it the connection is closed, so that no lane is ever stuck.
 */
const LANE_TIMEOUT_MS = 10_000

interface LaneWork<T> {
  value: T
  /**
   * Statements that were sent and not yet answered; empty if nothing was changed and nothing must
   * be flushed.
   */
  writes: readonly Promise<unknown>[]
  /**
   * The value confirms what an earlier transaction has written, which may be visible before a replica
   * has it: one whose session was ended, or whose server crashed, while it waited for the replica. The
   * transaction is then committed, which waits for everything before it, as its locks are logged.
   */
  confirms?: boolean
}

/** The connection was lost after `commit` was sent: the transaction may or may not be committed. */
export class CommitOutcomeUnknown extends Error {
  override name = 'CommitOutcomeUnknown'
}

export interface DatabaseOptions extends Omit<PoolOptions, 'onUnfit'> {
  /** An address that leads to replicas, for {@link Database.readsSince}. */
  replicaUrl?: string | null
  /** Called for each read that may be made on a replica, if there are replicas. */
  onRead?: OnRead
}

/** Opens the connections of a process. Nothing connects before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const pools = openPools({ ...options, onUnfit: () => writability.failed() })
  const writability = new Writability(pools.requests)
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.requests }) })
  const longWork = new Kysely<DB>({ dialect: new PostgresDialect({ pool: pools.longWork }) })

  const { replicaUrl, onRead = () => {} } = options
  const replicas = replicaUrl ? openReplicas({ ...options, replicaUrl }) : null
  const readsOn = (
    since: number,
    primary: Kysely<DB>,
    replica: Kysely<DB> | undefined,
  ): TenantTransactions => {
    const onPrimary = transactionsOn(primary, READ_ONLY)
    if (!replica || !replicas) return onPrimary
    const read =
      (kind: 'withTenant' | 'withSnapshot') =>
      <T>(tenantId: number, work: (tx: TenantTx) => Promise<T>) =>
        readWhereRecent(replicas.watch, since, onRead, {
          onReplica: (check) =>
            transactionsOn(replica, { ...READ_ONLY, check })[kind](tenantId, work),
          onPrimary: () => onPrimary[kind](tenantId, work),
        })
    return { withTenant: read('withTenant'), withSnapshot: read('withSnapshot') }
  }

  let mayLookAcross: Promise<boolean> | null = null

  return {
    ...transactionsOn(kysely),
    longWork: transactionsOn(longWork),
    readsSince: (since) => ({
      ...readsOn(since, kysely, replicas?.requests),
      longWork: readsOn(since, longWork, replicas?.longWork),
    }),
    replica: replicas?.watch ?? null,
    async acrossTenants(select) {
      mayLookAcross ??= mayTakeOnDueRole(pools.requests)
      mayLookAcross.catch(() => {
        mayLookAcross = null
      })
      if (await mayLookAcross) return [...(await transact(kysely, ACROSS_TENANTS, select))]
      const rows = []
      const tenants = await kysely
        .selectFrom('tenants as t')
        .leftJoin('tenant_cells as c', 'c.tenant_id', 't.tenant_id')
        .select('t.tenant_id')
        .where('c.cell', 'is', null)
        .execute()
      for (const { tenant_id } of tenants) {
        rows.push(...(await transact(kysely, `begin; ${asTenant(tenant_id)}`, select)))
      }
      return rows
    },
    withPlatform: (work) =>
      transact(kysely, 'begin', (tx) => work(tx as Kysely<DB> as unknown as PlatformTx)),
    isWritable: () => writability.check(),
    pool: pools.requests,
    registry: kysely as unknown as Kysely<Pick<DB, SharedTable>>,
    async close() {
      await Promise.all([pools.close(), replicas?.close()])
    },
    async withLane(tenantId, work) {
      const tenant = idOf(tenantId)
      const client = await pools.lanes.connect()
      const lane = openLane(client)
      const giveUp = setTimeout(() => lane.giveUp(), LANE_TIMEOUT_MS)
      // Not awaited: the following statements are sent with it, and fail with it.
      const begun = Promise.all([
        lane.query({ name: 'begin', text: 'begin' }),
        lane.query({ name: 'lane_tenant', text: AS_TENANT, values: [tenant] }),
      ])
      begun.catch(() => {})
      let isCommitSent = false
      let isBroken = false
      try {
        const { value, writes, confirms = false } = await work(lane)
        isCommitSent = confirms || writes.length > 0
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
        // If the rollback succeeded, the commit was refused. On a lost connection its outcome is
        // unknown.
        if (!isCommitSent || !isBroken) throw error
        throw new CommitOutcomeUnknown('the answer to commit was lost', { cause: error })
      } finally {
        clearTimeout(giveUp)
        client.release(isBroken)
      }
    },
  }
}

function openReplicas(options: Parameters<typeof openReplicaPools>[0]) {
  const pools = openReplicaPools(options)
  const watch = new ReplicaWatch(pools.watchedPrimary, pools.watchedReplica)
  const on = (pool: pg.Pool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return {
    watch,
    requests: on(pools.requests),
    longWork: on(pools.longWork),
    async close() {
      await watch.stop()
      await pools.close()
    },
  }
}

/**
 * A transaction on one connection. Its first statement is sent together with `begin`, so it costs
 * two round trips. `check` is sent before it, so that no statement sees less than `check` saw, and work
 * begins once it has succeeded.
 */
const transact = <T>(
  on: Kysely<DB>,
  begin: string,
  work: (tx: TenantTx) => Promise<T>,
  check?: Check,
): Promise<T> =>
  on.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    const checked = check?.(connection)
    checked?.catch(() => {})
    const begun = run(begin)
    begun.catch(() => {})
    try {
      await checked
      // The statement above has begun the transaction; Kysely's own begin would wait for its
      // answer.
      const result = await work(connection as Kysely<DB> as TenantTx)
      await begun
      await run('commit')
      return result
    } catch (error) {
      // Behind a beginning that was refused every statement fails, and only the beginning says why.
      const reason = await begun.then(
        () => error,
        (refused: unknown) => refused,
      )
      // On a lost connection there is nothing to roll back, and the first error says more.
      await run('rollback').catch(() => {})
      throw reason
    }
  })

const READ_ONLY = { access: 'read only' }

const transactionsOn = (
  on: Kysely<DB>,
  { access = '', check }: { access?: string; check?: Check } = {},
): TenantTransactions => ({
  withTenant: async (tenantId, work) =>
    transact(on, `begin ${access}; ${asTenant(tenantId)}`, work, check),
  withSnapshot: async (tenantId, work) => {
    const begin = `begin isolation level repeatable read read only; ${asTenant(tenantId)}`
    return transact(on, begin, work, check)
  },
})

/** Runs `work` as the tenant within a transaction of the platform, which then continues without one. */
export async function inTenantWithin<T>(
  platform: PlatformTx,
  tenantId: number,
  work: (tx: TenantTx) => Promise<T>,
): Promise<T> {
  await sql.raw(asTenant(tenantId)).execute(platform)
  const result = await work(platform as unknown as TenantTx)
  await sql`select set_config('app.tenant_id', '', true)`.execute(platform)
  return result
}

/** Transactions on connections that the caller has opened, for commands and tests. */
export const tenantTransactions = (pool: pg.Pool): TenantTransactions =>
  transactionsOn(new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }))

// The statements probe partial indexes, which the planner avoids while tables look small.
const ACROSS_TENANTS = `begin read only; set local role ${DUE_ROLE}; set local enable_seqscan = off;
  set local enable_bitmapscan = off; set local enable_sort = off`

/**
 * The advisory lock that all transactions of a tenant share, with its id. Nobody takes it alone, so nobody
 * waits for it: it shows which transactions are the tenant's, to a move that has to wait for them.
 */
export const TENANT_LOCK = 4_021_976

/**
 * Shows only the rows of one tenant until the transaction ends. Refused if the tenant has moved to another
 * cell: the database itself knows, so no process with an old list of cells works on what is left behind.
 */
const AS_TENANT = `select case when exists (select from tenant_cells where tenant_id = $1::text::integer)
  then tenant_is_elsewhere($1::text) else set_config('app.tenant_id', $1::text, true) end,
  pg_advisory_xact_lock_shared(${TENANT_LOCK}, $1::text::integer)`

// Several statements in one message cannot have parameters.
const asTenant = (tenantId: number) => AS_TENANT.replaceAll('$1', `'${idOf(tenantId)}'`)

function idOf(tenantId: number): string {
  if (!Number.isSafeInteger(tenantId)) throw new TypeError('tenantId must be an integer')
  return String(tenantId)
}
