import type { Database, TenantTx } from '@foyer/db'
import { CompiledQuery, sql } from 'kysely'
import type { Difference, Scope } from './check.ts'
import { CHECKS } from './checks.ts'

export type { Difference, Scope } from './check.ts'

/** How many rows were checked. */
interface Counts {
  sessions: number
  pools: number
  holds: number
  orders: number
}

export interface AuditReport<D = Difference> extends Counts {
  differences: D[]
}

export interface TenantDifference extends Difference {
  /** The tenant's slug. */
  tenant: string
}

const NOTHING: Counts = { sessions: 0, pools: 0, holds: 0, orders: 0 }

/** Audits every tenant of a cell but test shops, each in a snapshot of its own. */
export async function auditAll(db: Database): Promise<AuditReport<TenantDifference>> {
  const tenants = await db.registry
    .selectFrom('tenants as t')
    .leftJoin('tenant_cells as c', 'c.tenant_id', 't.tenant_id')
    .select(['t.tenant_id', 't.slug'])
    .where('t.test_of', 'is', null)
    .where('c.cell', 'is', null)
    .execute()
  const total: AuditReport<TenantDifference> = { ...NOTHING, differences: [] }
  for (const { tenant_id, slug } of tenants) {
    const report = await db.longWork.withSnapshot(tenant_id, auditStock)
    total.sessions += report.sessions
    total.pools += report.pools
    total.holds += report.holds
    total.orders += report.orders
    total.differences.push(...report.differences.map((found) => ({ tenant: slug, ...found })))
  }
  return total
}

/**
 * Recomputes a tenant's stock from ledger, holds, orders and tickets. `tx` must be a snapshot: in
 * another transaction, two statements would read different states while sales go on.
 */
export async function auditStock(tx: TenantTx): Promise<AuditReport> {
  const { rows } = await sql<Counts>`
    select (select count(*)::integer from stock where pool_id = of_session_id) as sessions,
      (select count(*)::integer from stock) as pools,
      (select count(*)::integer from holds) as holds,
      (select count(*)::integer from orders) as orders`.execute(tx)
  return { ...(rows[0] ?? NOTHING), differences: await findDifferences(queryIn(tx)) }
}

type Row = Omit<Difference, 'check'>

/** Runs a statement with its parameters. */
export type Query = (text: string, values: unknown[]) => Promise<Row[]>

export const queryIn =
  (tx: TenantTx): Query =>
  async (text, values) =>
    (await tx.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

const EVERYTHING: Scope = { sessionIds: null, orderIds: null, paymentIds: null }

/**
 * Returns what does not agree within `scope`. Each check is one statement, so it reads one state in
 * any transaction.
 */
export async function findDifferences(query: Query, scope = EVERYTHING): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const check of CHECKS) {
    const rows = await query(check.text, [scope[check.scope]])
    differences.push(...rows.map((row) => ({ check: check.name, ...row })))
  }
  return differences
}
