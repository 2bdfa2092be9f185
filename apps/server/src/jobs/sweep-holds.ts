import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'
import { lockStock, reclaimExpired } from '../engine/lane-sql.ts'

/**
 * Ends lapsed holds. Only tidies: reads and lanes treat a lapsed hold as gone already. One short
 * transaction per session, each under that session's lock. Returns how many sessions it swept.
 */
export async function sweepHolds(context: Context, tenant: Tenant): Promise<number> {
  const sessions = await context.db.withTenant(tenant.id, async (tx) => {
    const rows = await tx
      .selectFrom('holds')
      .select('session_id')
      .distinct()
      .where('state', '=', 'held')
      .where('reclaim_at', '<=', sql<Date>`statement_timestamp()`)
      .limit(100)
      .execute()
    return rows.map((row) => row.session_id)
  })
  for (const sessionId of sessions) {
    await context.db.withTenantClient(tenant.id, async (client) => {
      await lockStock(client, tenant.id, sessionId)
      await reclaimExpired(client, tenant.id, sessionId)
    })
  }
  return sessions.length
}
