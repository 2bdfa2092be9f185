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

export interface DayPriceRow {
  date: string
  ticket_type_id: string
  lowest_minor: number
}

/** The lowest price of each type on each day with sessions still to come. */
export async function selectDayPrices(tx: TenantTx, eventId: string): Promise<DayPriceRow[]> {
  const { rows } = await sql<DayPriceRow>`
    select s.local_date::text as date, t.id as ticket_type_id,
      min(case t.pricing_mode when 'fixed' then t.price_minor else p.price_minor end) as lowest_minor
    from sessions s
    join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
      and not t.is_archived
    left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
      and p.ticket_type_id = t.id and p.price_minor > 0
    where s.event_id = ${eventId} and s.status = 'active' and s.starts_at > now()
    group by s.local_date, t.id
    having min(case t.pricing_mode when 'fixed' then t.price_minor else p.price_minor end)
      is not null`.execute(tx)
  return rows
}

export interface DayRoomRow {
  date: string
  /** Null: some session of the day has no limit. */
  room: number | null
  capacity: number | null
}

export async function selectDayRooms(tx: TenantTx, eventId: string): Promise<DayRoomRow[]> {
  const { rows } = await sql<DayRoomRow>`
    select s.local_date::text as date,
      case when bool_and(r.room is not null) then sum(r.room)::integer end as room,
      case when bool_and(r.room is not null) then sum(r.capacity)::integer end as capacity
    from sessions s
    join session_room r on r.tenant_id = s.tenant_id and r.session_id = s.id
    where s.event_id = ${eventId} and s.status = 'active' and s.starts_at > now()
    group by s.local_date order by s.local_date`.execute(tx)
  return rows
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

/** Each coming session with each type on sale: price, room and counts. `date` narrows to a day. */
export async function selectSessionTypes(
  tx: TenantTx,
  eventId: string,
  date: string | null,
): Promise<SessionTypeRow[]> {
  const { rows } = await sql<SessionTypeRow>`
    select s.id as session_id, s.starts_at, s.ends_at, s.display_name, r.room as session_room,
      t.id as ticket_type_id,
      case t.pricing_mode when 'fixed' then t.price_minor else nullif(p.price_minor, 0) end
        as price_minor,
      least(r.room, l.room) as room, coalesce(l.held, 0) as held, coalesce(l.sold, 0) as sold
    from sessions s
    join session_room r on r.tenant_id = s.tenant_id and r.session_id = s.id
    join ticket_types t on t.tenant_id = s.tenant_id and t.event_id = s.event_id
      and not t.is_archived
    left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
      and p.ticket_type_id = t.id
    left join live_stock l on l.tenant_id = s.tenant_id and l.session_id = s.id
      and l.pool_id = t.id
    where s.event_id = ${eventId} and s.status = 'active' and s.starts_at > now()
      and (${date}::date is null or s.local_date = ${date}::date)
    order by s.starts_at, t.position, t.id`.execute(tx)
  return rows
}
