import type { Alternative } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { formatTime, knownZone } from '@foyer/domain'
import { sql } from 'kysely'

/**
 * How many sessions before and after the requested one are read; more would cost more than they
 * help.
 */
const LOOKED_AT = 100
const OFFERED = 6

export interface PartyRequest {
  sessionId: string
  tickets: readonly { ticketTypeId: string; quantity: number }[]
  /** The time to be near to; the session's own by default. */
  nearTo?: Date
}

interface AlternativeRow {
  session_id: string
  date: string
  starts_at: Date
  timezone: string
  room: number | null
  lowest_all_in_minor: number | null
}

/**
 * Sessions of the same event with room for the whole party in each of its types, at most six: first
 * those of the same day, by nearness in time, then those of the nearest days. They are read without
 * a lock, so only a hold confirms that they are free.
 */
export async function findAlternatives(
  tx: TenantTx,
  request: PartyRequest,
): Promise<Alternative[]> {
  const typeIds = request.tickets.map((line) => line.ticketTypeId)
  const quantities = request.tickets.map((line) => line.quantity)
  const { rows } = await sql<AlternativeRow>`
    with requested as materialized (
      select s.event_id, v.timezone,
        coalesce(${request.nearTo ?? null}::timestamptz, s.starts_at) as starts_at,
        coalesce((${request.nearTo ?? null}::timestamptz at time zone v.timezone)::date,
          s.local_date) as local_date
      from sessions s
      join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
      join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
      where s.id = ${request.sessionId}),
    near as materialized (
      (select s.session_id as id, s.starts_at, s.local_date from offered_sessions s
       where s.event_id = (select event_id from requested) and s.is_on_sale
         and s.starts_at >= (select starts_at from requested)
         and s.session_id <> ${request.sessionId}
       order by s.starts_at limit ${LOOKED_AT})
      union all
      (select s.session_id, s.starts_at, s.local_date from offered_sessions s
       where s.event_id = (select event_id from requested) and s.is_on_sale
         and s.starts_at < (select starts_at from requested)
         and s.session_id <> ${request.sessionId}
       order by s.starts_at desc limit ${LOOKED_AT})),
    -- One row per session: with pools as rows, the planner would compare every pair.
    pool as materialized (
      select session_id, jsonb_object_agg(pool_id, room) as rooms,
        jsonb_object_agg(pool_id, places) as places,
        jsonb_object_agg(pool_id, group_id) as groups from live_stock
      where session_id = any(array(select id from near)) group by 1),
    line as (
      select * from unnest(${typeIds}::uuid[], ${quantities}::integer[]) as w(type_id, quantity)),
    offer as materialized (
      select session_id, ticket_type_id, all_in_minor, is_on_sale from session_offers
      where session_id = any(array(select id from near))
        and ticket_type_id = any(${typeIds}::uuid[])),
    -- What each line takes in places, and all lines of its group together.
    taken as (
      select n.id, n.starts_at, n.local_date, pool.rooms, line.type_id, line.quantity, line_of.group_id,
        sum(line_of.places) over (partition by n.id) as places,
        sum(line_of.places) over (partition by n.id, line_of.group_id) as places_of_group
      from near n
      join pool on pool.session_id = n.id and pool.rooms ? n.id::text
      cross join line
      cross join lateral (
        select line.quantity * coalesce((pool.places ->> line.type_id::text)::integer, 1) as places,
          pool.groups ->> line.type_id::text as group_id) line_of),
    fitting as materialized (
      select n.id, n.starts_at, n.local_date, min(o.all_in_minor) as lowest
      from taken n
      left join offer o on o.session_id = n.id and o.ticket_type_id = n.type_id
      group by 1, 2, 3
      having bool_and(o.is_on_sale is true
        and coalesce((n.rooms ->> n.id::text)::integer >= n.places, true)
        and coalesce((n.rooms ->> n.group_id)::integer >= n.places_of_group, true)
        and coalesce((n.rooms ->> n.type_id::text)::integer >= n.quantity, true))),
    chosen as materialized (
      select f.*, requested.timezone,
        row_number() over (order by f.local_date <> requested.local_date,
          abs(f.local_date - requested.local_date),
          abs(extract(epoch from f.starts_at - requested.starts_at))) as rank
      from fitting f cross join requested order by rank limit ${OFFERED})
    select c.id as session_id, c.local_date as date, c.starts_at, c.timezone, r.room,
      c.lowest as lowest_all_in_minor
    from chosen c
    join session_room r on r.session_id = c.id and r.session_id = any(array(select id from chosen))
    order by c.rank`.execute(tx)
  return rows.map((row) => ({
    sessionId: row.session_id,
    date: row.date,
    startsAt: row.starts_at.toISOString(),
    localTime: formatTime(row.starts_at.toISOString(), knownZone(row.timezone)),
    availableCount: row.room,
    fromAllInMinor: row.lowest_all_in_minor,
  }))
}
