import { type SaleStatus, statusWithoutSessions } from '@foyer/domain'
import { sql } from 'kysely'

/** The last session of an event that has none to come, as JSON has it; null if it never had one. */
export type LastSessionRow = { isCalledOff: boolean; startsAt: string; endsAt: string } | null

/** Joins it to a row of `event_listings`, as `x.last`. One probe of an index; none for other events. */
export const joinLastSession = (listing: 'l' | 'p') => sql`
  left join lateral (
    select json_build_object('isCalledOff', s.status = 'called_off', 'startsAt', s.starts_at,
      'endsAt', s.ends_at) as last
    from sessions s
    where ${sql.ref(listing)}.session_count = 0 and s.tenant_id = ${sql.ref(listing)}.tenant_id
      and s.event_id = ${sql.ref(listing)}.event_id
      and (state_is_listed(s.status) or s.status = 'called_off')
    order by s.starts_at desc limit 1) x on true`

/** What buyers read of such an event. `last_start` is that of its sessions that were not called off. */
export const statusByLast = (row: {
  last: LastSessionRow
  last_start: Date | null
  now: Date
}): SaleStatus =>
  statusWithoutSessions(
    row.last && {
      isCalledOff: row.last.isCalledOff,
      startsAt: new Date(row.last.startsAt),
      endsAt: new Date(row.last.endsAt),
    },
    row.last_start !== null,
    row.now,
  )
