import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'
import { sweepSessionOp } from '../engine/ops/sweep-session.ts'

/**
 * Ends lapsed holds. Only tidies: reads and lanes treat a lapsed hold as gone already. Returns how
 * many sessions it swept.
 */
export async function sweepHolds(context: Context, tenant: Tenant): Promise<number> {
  const sessions = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('holds')
      .select('session_id')
      .distinct()
      .where('state', '=', 'held')
      .where('reclaim_at', '<=', sql<Date>`statement_timestamp()`)
      .limit(100)
      .execute(),
  )
  const swept = await Promise.all(
    sessions.map((row) => context.lanes.submit(tenant.id, sweepSessionOp(row.session_id))),
  )
  return swept.filter((answer) => answer.ok).length
}
