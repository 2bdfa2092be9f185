import type { TenantTx } from '@foyer/db'
import type { AccessCodeRule } from '@foyer/domain'
import { sql } from 'kysely'
import { ofSessions } from '../../engine/offers/offers.ts'
import { isShownWith, isSoldWith } from '../../engine/sales/read-sales.ts'

export interface DayRow {
  date: string
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  /** Null if a session of the day has no limit. */
  room: number | null
  capacity: number | null
  /** Whether something of it is on sale to everybody, whatever is left. */
  is_on_sale: boolean
  opens_at: Date | null
}

/** Selects the days with future sessions, from the rollups. */
export const selectDays = (tx: TenantTx, eventId: string): Promise<DayRow[]> =>
  tx
    .selectFrom('day_rollups')
    .select(['lowest_minor', 'lowest_all_in_minor', 'room', 'capacity', 'is_on_sale', 'opens_at'])
    .select('local_date as date')
    .where('event_id', '=', eventId)
    .where('next_change_at', 'is not', null)
    .orderBy('local_date')
    .execute()

export interface ChangesRow {
  /** The newest version of the event; null before anything was written about it. */
  version: string | null
  sessions: Record<string, { room: number | null; types: Record<string, number | null> }> | null
  days: (Omit<DayRow, 'opens_at'> & { is_over: boolean; opens_at: string | null })[] | null
}

/**
 * Selects what was written about an event after version `since`, at most `limit` sessions. One
 * statement, so that the version and the rows are of the same snapshot.
 */
export async function selectChanges(
  tx: TenantTx,
  eventId: string,
  since: number,
  limit: number,
): Promise<ChangesRow> {
  const { rows } = await sql<ChangesRow>`
    select
      (select max(version) from day_rollups where event_id = ${eventId}) as version,
      (select json_object_agg(session_id, json_build_object('room', room, 'types', types)) from (
        select session_id, room, types from session_rollups
        where event_id = ${eventId} and version > ${since} limit ${limit}) s) as sessions,
      (select json_agg(json_build_object('date', local_date, 'lowest_minor', lowest_minor,
          'lowest_all_in_minor', lowest_all_in_minor, 'room', room, 'capacity', capacity,
          'is_on_sale', is_on_sale, 'opens_at', opens_at, 'is_over', next_change_at is null) order by local_date)
        from day_rollups where event_id = ${eventId} and version > ${since}) as days`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without from has one row')
  return row
}

export interface SessionTypeRow {
  session_id: string
  local_date: string
  starts_at: Date
  ends_at: Date
  display_name: string
  /** The room of the venue; null if it is in none. */
  room_name: string | null
  /** How many places of the session are left; 0 if no ticket that is sold takes so few. */
  session_room: number | null
  ticket_type_id: string
  /** Null if it has no price yet. */
  price_minor: number | null
  all_in_minor: number | null
  /** The fee within `all_in_minor`. */
  fee_minor: number | null
  /** Whether it is sold to the buyer now, whatever is left; otherwise its room is 0. */
  is_sold: boolean
  /** When its sales start, if they will and nothing else is in the way. */
  opens_at: Date | null
  /** How many whole tickets of the type fit; null is without limit. */
  room: number | null
  /** How many whole tickets fit into the session before anything is sold; null is without limit. */
  capacity: number | null
  /** How many places one ticket takes. */
  places: number
  held: number
  sold: number
}

/**
 * Selects each future session with each type sold there: price, availability and counts. `date`
 * restricts it to a day; `code` is the access code of the buyer.
 */
export async function selectSessionTypes(
  tx: TenantTx,
  eventId: string,
  date: string | null,
  code: AccessCodeRule | null = null,
): Promise<SessionTypeRow[]> {
  // Without this, the planner would join all sessions of the event one by one.
  if (date === null) await sql`set local enable_nestloop = off`.execute(tx)
  const { rows } = await sessionTypes(eventId, date, code).execute(tx)
  return rows
}

/** The statement of {@link selectSessionTypes}; a test checks its plan. */
function sessionTypes(eventId: string, date: string | null, code: AccessCodeRule | null) {
  // The views of stock are restricted by a list of sessions: the planner does not push a join
  // through their GROUP BY.
  const listed = sql`array(select a.session_id from offered_sessions a
    where a.event_id = ${eventId} and a.is_listed
      and (${date}::date is null or a.local_date = ${date}::date))`
  return sql<SessionTypeRow>`
    with offer as materialized (
      select session_id, local_date, starts_at, ends_at, display_name, ticket_type_id, position,
        price_minor, all_in_minor, fee_minor, ${isSoldWith(code)} as is_sold,
        case when state_is_sold(state) and not is_paused
          and greatest(sales_start_at, type_open_at) > now()
          and greatest(sales_start_at, type_open_at) < least(sales_end_at, type_close_at)
          then greatest(sales_start_at, type_open_at) end as opens_at
      from ${ofSessions('session_offers', listed, date !== null)} o
      where not is_archived and ${isShownWith(code)})
    select o.session_id, o.local_date, o.starts_at, o.ends_at, o.display_name, h.name as room_name,
      case when bool_or(n.room is distinct from 0) over (partition by o.session_id) then r.room
        else 0 end as session_room,
      o.ticket_type_id, o.price_minor, o.all_in_minor, o.fee_minor, o.is_sold,
      case when not o.is_sold then o.opens_at end as opens_at,
      n.room,
      tickets_that_fit(l.capacity, r.capacity, g.capacity, l.places) as capacity, l.places, l.held, l.sold
    from offer o
    join session_room r on r.session_id = o.session_id and r.session_id = any(${listed})
    join live_stock l on l.session_id = o.session_id and l.pool_id = o.ticket_type_id
      and l.session_id = any(${listed})
    left join live_stock g on g.session_id = l.session_id and g.pool_id = l.group_id
      and g.session_id = any(${listed})
    left join session_venue_rooms q on q.session_id = o.session_id and q.session_id = any(${listed})
    left join venue_rooms h on h.tenant_id = q.tenant_id and h.id = q.room_id
    cross join lateral (select case when o.is_sold
      then tickets_that_fit(l.room, r.room, g.room, l.places) else 0 end) as n(room)
    order by o.starts_at, o.position, o.ticket_type_id`
}
