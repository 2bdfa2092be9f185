import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'
import { sweepSessionOp } from '../engine/stock/sweep-session.ts'

/** Sessions that are swept at a time. */
const SESSIONS = 100
/**
 * After each pass the sweep rests three times as long as it worked, so that a hundred thousand holds
 * which lapse at once leave most of the database to buyers. Their own batches end lapsed holds as well,
 * and what has lapsed is free already.
 */
const RESTS = 3
const LONGEST_REST_MS = 200

/**
 * Ends lapsed holds, of each session as many as one batch does. Only tidies: reads and lanes treat a
 * lapsed hold as gone already. Returns how many sessions it swept; the job goes on until none is left.
 */
export async function sweepHolds(context: Context, tenant: Tenant): Promise<number> {
  const startedAt = performance.now()
  const sessions = await context.db.withTenant(tenant.id, async (tx) => {
    // The oldest hold of each session, one probe after the other: to look at all that is held would take
    // longer the more there is of it.
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
