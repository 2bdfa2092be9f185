import type { TenantTx } from '@foyer/db'
import type { FeeSet } from '@foyer/domain'
import { sql } from 'kysely'

/** The zone of an event's venue, or null when there is no such event on sale. */
export async function selectEventZone(tx: TenantTx, eventId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select('v.timezone')
    .where('e.id', '=', eventId)
    .where('e.is_published', '=', true)
    .executeTakeFirst()
  return row?.timezone ?? null
}

/** Types of an event with the fee that applies to each, by id. */
export async function selectFees(tx: TenantTx, eventId: string): Promise<Map<string, FeeSet>> {
  const { rows } = await sql<{ id: string; fee_set: FeeSet }>`
    select t.id, json_build_object('id', f.id, 'name', f.name, 'isActive', f.is_active,
      'feeType', f.fee_type, 'flatMinor', f.flat_minor, 'ratePpm', f.rate_ppm) as fee_set
    from ticket_types t
    join events e on e.tenant_id = t.tenant_id and e.id = t.event_id
    join fee_sets f on f.tenant_id = t.tenant_id and f.id = coalesce(t.fee_set_id, e.fee_set_id)
    where t.event_id = ${eventId}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row.fee_set]))
}

export interface DayRow {
  date: string
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  /** Null: some session of the day has no limit. */
  room: number | null
  capacity: number | null
}

/** The days with sessions still to come, as the rollups have them. */
export const selectDays = (tx: TenantTx, eventId: string): Promise<DayRow[]> =>
  tx
    .selectFrom('day_rollups')
    .select(['lowest_minor', 'lowest_all_in_minor', 'room', 'capacity'])
    .select('local_date as date')
    .where('event_id', '=', eventId)
    .where('next_change_at', 'is not', null)
    .orderBy('local_date')
    .execute()

export interface ChangesRow {
  /** The newest version of the event; null before anything was written of it. */
  version: string | null
  sessions: Record<string, { room: number | null; types: Record<string, number | null> }> | null
  days: (DayRow & { is_over: boolean })[] | null
}

/**
 * What was written of an event after version `since`, at most `limit` sessions. One statement, so
 * that version and rows are of one moment.
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
          'is_over', next_change_at is null) order by local_date)
        from day_rollups where event_id = ${eventId} and version > ${since}) as days`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('A select without from has one row')
  return row
}

export interface SessionTypeRow {
  session_id: string
  starts_at: Date
  ends_at: Date
  display_name: string
  session_room: number | null
  ticket_type_id: string
  price_minor: number | null
  /** Narrower of the session's room and the type's own. */
  room: number | null
  held: number
  sold: number
}

/**
 * Each coming session with each type that is sold there, which is one that has a pool: price, room and
 * counts. `date` narrows to a day.
 */
export async function selectSessionTypes(
  tx: TenantTx,
  eventId: string,
  date: string | null,
): Promise<SessionTypeRow[]> {
  const asked = sql`(array(select a.id from sessions a
    where a.event_id = ${eventId} and a.status = 'active' and a.starts_at > now()
      and (${date}::date is null or a.local_date = ${date}::date)))`
  // The planner would join a whole event's sessions one by one.
  if (date === null) await sql`set local enable_nestloop = off`.execute(tx)
  // Asked of each view by a list: their groups are narrowed by that, never by a join.
  const { rows } = await sql<SessionTypeRow>`
    select s.id as session_id, s.starts_at, s.ends_at, s.display_name, r.room as session_room,
      t.id as ticket_type_id,
      case t.pricing_mode when 'fixed' then t.price_minor else nullif(p.price_minor, 0) end
        as price_minor,
      least(r.room, l.room) as room, l.held, l.sold
    from sessions s
    join session_room r on r.tenant_id = s.tenant_id and r.session_id = s.id
      and r.session_id = any${asked}
    join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
      and not t.is_archived
    left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
      and p.ticket_type_id = t.id
    join live_stock l on l.tenant_id = s.tenant_id and l.session_id = s.id
      and l.pool_id = t.id and l.session_id = any${asked}
    where s.id = any${asked}
    order by s.starts_at, t.position, t.id`.execute(tx)
  return rows
}
