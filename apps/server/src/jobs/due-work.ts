import type { Database } from '@foyer/db'
import { sql } from 'kysely'

/** A job with due work for one tenant; `job` is the name that the metrics use. */
export interface DueWork {
  job: string
  tenantId: number
}

/** The most tenants that one look returns for each job, longest waiting first. */
const MOST = 200

/**
 * Finds the tenants with due rows in a queue. The statement walks the partial index of open rows
 * from tenant to tenant and reads the oldest row of each. So it does not touch tenants without an
 * open row, and a tenant with thousands of rows costs as much as one with a single row.
 */
const dueIn = (job: string, table: string, at: string, isOpen: string) => {
  const walk = `walk_${table}`
  const next = (condition: string) => `
    select q.tenant_id, q.${at} as at from ${table} q where ${isOpen}${condition}
    order by q.tenant_id, q.${at} limit 1`
  return {
    walk: `${walk} as ((${next('')}) union all
      select n.tenant_id, n.at from ${walk} w, lateral (${next(' and q.tenant_id > w.tenant_id')}) n)`,
    due: `(select '${job}' as job, tenant_id from ${walk} where at <= clock_timestamp()
      order by at limit ${MOST})`,
  }
}

const QUEUES = [
  dueIn('send-mails', 'mails', 'next_attempt_at', `q.state in ('queued', 'held_back')`),
  dueIn('reconcile-payments', 'payments', 'next_check_at', `q.state in ('created', 'open')`),
  dueIn('make-refunds', 'refunds', 'next_attempt_at', `q.state in ('queued', 'pending')`),
  dueIn(
    'settle-disruptions',
    'session_disruptions',
    'next_attempt_at',
    `q.state in ('listing', 'working')`,
  ),
  dueIn('change-sessions', 'bulk_changes', 'next_attempt_at', `q.state in ('working', 'stopping')`),
  // A row that was sent is deleted.
  dueIn('update-wallets', 'wallet_updates', 'next_attempt_at', 'true'),
]

/** Walks from session to session instead, to find expired holds. */
const WALK_HOLDS = `walk_holds as (
    (select h.tenant_id, h.session_id, h.reclaim_at from holds h
    where h.state = 'held' and h.reclaim_at > '-infinity'
    order by h.tenant_id, h.session_id, h.reclaim_at limit 1)
    union all
    select n.tenant_id, n.session_id, n.reclaim_at from walk_holds w, lateral (
      select h.tenant_id, h.session_id, h.reclaim_at from holds h
      where h.state = 'held' and h.reclaim_at > '-infinity'
        and (h.tenant_id, h.session_id) > (w.tenant_id, w.session_id)
      order by h.tenant_id, h.session_id, h.reclaim_at limit 1) n)`

/**
 * Finds all due work of all tenants in one statement. It reads partial indexes only, so any number
 * of tenants without work cost nothing. The statement has a name, because planning it takes longer
 * than running it.
 */
const LOOK = sql.raw(`
  with recursive ${QUEUES.map(({ walk }) => walk).join(',\n')}, ${WALK_HOLDS}
  ${QUEUES.map(({ due }) => due).join('\nunion all\n')}
  union all
  (select 'sweep-holds', tenant_id from walk_holds where reclaim_at <= clock_timestamp()
    group by tenant_id order by min(reclaim_at) limit ${MOST})
  union all
  (select 'refresh-listings', tenant_id from event_listings
    where next_start <= now() or price_ends_at <= now()
    group by tenant_id limit ${MOST})
  union all
  (select job, tenant_id from job_turns where due_at <= now() order by due_at limit ${MOST})
  /* named: due_work */`)

export const findDueWork = (db: Database): Promise<DueWork[]> =>
  db.acrossTenants(async (tx) => {
    const { rows } = await sql<{ job: string; tenant_id: number }>`${LOOK}`.execute(tx)
    return rows.map(({ job, tenant_id: tenantId }) => ({ job, tenantId }))
  })
