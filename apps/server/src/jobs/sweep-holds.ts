import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'
import { sweepSessionOp } from '../engine/stock/sweep-session.ts'

/** How many sessions one pass sweeps. */
const SESSIONS = 100
/**
 * After each pass the sweep rests three times as long as it worked, so that a hundred thousand
 * holds that expire at once leave most of the database to buyers. Buyers do not depend on it:
 * expired stock is free already, and batches end expired holds too.
 */
const RESTS = 3
const LONGEST_REST_MS = 200

/**
 * Ends expired holds, as many of each session as one batch ends. It only tidies up, since reads and
 * lanes already ignore expired holds. Returns how many sessions it swept; the job goes on until
 * none is left.
 */
export async function sweepHolds(context: Context, tenant: Tenant): Promise<number> {
  const startedAt = performance.now()
  const sessions = await context.db.withTenant(tenant.id, async (tx) => {
    // Probes the oldest hold of each session, one after the other. Reading all that is held would
    // take longer the more is held.
    const { rows } = await sql<{ session_id: string }>`
      with recursive oldest as (
        (select session_id, reclaim_at from holds
        where tenant_id = ${tenant.id} and state = 'held' and reclaim_at > '-infinity'
        order by session_id, reclaim_at limit 1)
        union all
        select next.session_id, next.reclaim_at from oldest o, lateral (
          select h.session_id, h.reclaim_at from holds h
          where h.tenant_id = ${tenant.id} and h.session_id > o.session_id
            and h.state = 'held' and h.reclaim_at > '-infinity'
          order by h.session_id, h.reclaim_at limit 1) next)
      select session_id from oldest where reclaim_at <= statement_timestamp()
      limit ${SESSIONS}`.execute(tx)
    return rows
  })
  const swept = await Promise.all(
    sessions.map((row) => context.lanes.submit(tenant.id, sweepSessionOp(row.session_id))),
  )
  if (swept.length > 0) {
    await delay(Math.min(LONGEST_REST_MS, RESTS * (performance.now() - startedAt)))
  }
  return swept.filter((answer) => answer.ok).length
}
