import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'

/** How many are rewritten per turn. */
const MOST = 500

/**
 * Rewrites listings that are outdated only because their next session has started, or because the
 * sales of a ticket type have ended. For writes to
 * the catalogue, triggers do it (`0005_event_search.sql`). Returns how many there were.
 */
export async function refreshListings(context: Context, tenant: Tenant): Promise<number> {
  return context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<{ event_id: string }>`
      select event_id from event_listings where next_start <= now() or price_ends_at <= now()
      limit ${MOST}`.execute(tx)
    const ids = rows.map((row) => row.event_id)
    if (ids.length > 0) {
      await sql`select refresh_event_listings(${tenant.id}, ${ids}::uuid[])`.execute(tx)
    }
    return ids.length
  })
}
