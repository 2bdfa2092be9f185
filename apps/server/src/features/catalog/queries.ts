import type { TenantTx } from '@foyer/db'
import type { EventCategory, FeeSet } from '@foyer/domain'
import { sql } from 'kysely'

export interface EventRow {
  id: string
  name: string
  description: string | null
  category: EventCategory
  is_timed_entry: boolean
  use_continuous_calendar: boolean
  show_price_difference: boolean
  fee_set_id: string | null
  venue_id: string
  venue_name: string
  street_address: string
  city: string
  state: string
  postal_code: string
  country: string
  timezone: string
  /** Of sessions still to come; null when there are none. */
  next_start: Date | null
  last_start: Date | null
  first_date: string | null
  last_date: string | null
  session_count: number
  room: number | null
  capacity: number | null
}

/**
 * Events with what their coming sessions add up to, soonest first, those that are over last.
 * `eventId` narrows it to one.
 */
export async function selectEvents(tx: TenantTx, eventId: string | null): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    with coming as (
      select s.event_id, min(s.starts_at) as next_start, min(s.local_date) as first_date,
        max(s.local_date) as last_date, count(*) as session_count,
        case when bool_and(r.room is not null) then sum(r.room)::integer end as room,
        case when bool_and(r.room is not null) then sum(r.capacity)::integer end as capacity
      from sessions s
      join session_room r on r.tenant_id = s.tenant_id and r.session_id = s.id
      where s.status = 'active' and s.starts_at > now()
        and (${eventId}::uuid is null or s.event_id = ${eventId}::uuid)
      group by s.event_id)
    select e.id, e.name, e.description, e.category, e.is_timed_entry, e.use_continuous_calendar,
      e.show_price_difference, e.fee_set_id, v.id as venue_id, v.name as venue_name,
      v.street_address, v.city, v.state, v.postal_code, v.country, v.timezone,
      c.next_start, c.first_date::text, c.last_date::text,
      coalesce(c.session_count, 0)::integer as session_count, c.room, c.capacity,
      (select max(s.starts_at) from sessions s
       where s.tenant_id = e.tenant_id and s.event_id = e.id) as last_start
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join coming c on c.event_id = e.id
    where e.is_published and (${eventId}::uuid is null or e.id = ${eventId}::uuid)
    order by c.next_start nulls last, last_start desc, e.id`.execute(tx)
  return rows
}

export interface TypePriceRow {
  id: string
  group_id: string
  event_id: string
  name: string
  description: string | null
  max_quantity: number
  display_price: string | null
  own_fee_set_id: string | null
  pricing_mode: 'dynamic' | 'fixed'
  price_minor: number
  /** The fixed price, or the lowest of the coming sessions; null when none is set. */
  lowest_minor: number | null
  fee_set: FeeSet | null
}

/** Ticket types on sale with their price and the fee that applies, in the organizer's order. */
export async function selectTicketTypes(
  tx: TenantTx,
  filter: { eventId?: string | undefined; ticketGroupId?: string | undefined },
): Promise<TypePriceRow[]> {
  const { rows } = await sql<TypePriceRow>`
    select t.id, t.group_id, t.event_id, t.name, t.description, t.max_quantity, t.display_price,
      t.fee_set_id as own_fee_set_id, t.pricing_mode, t.price_minor,
      case t.pricing_mode when 'fixed' then t.price_minor else (
        select min(p.price_minor) from session_prices p
        join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
        where p.tenant_id = t.tenant_id and p.ticket_type_id = t.id and p.price_minor > 0
          and s.event_id = t.event_id and s.status = 'active' and s.starts_at > now()
      ) end as lowest_minor,
      case when f.id is null then null else json_build_object('id', f.id, 'name', f.name,
        'isActive', f.is_active, 'feeType', f.fee_type, 'flatMinor', f.flat_minor,
        'ratePpm', f.rate_ppm) end as fee_set
    from ticket_types t
    join events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.is_published
    left join fee_sets f on f.tenant_id = t.tenant_id and f.id = coalesce(t.fee_set_id, e.fee_set_id)
    where not t.is_archived
      and (${filter.eventId ?? null}::uuid is null or t.event_id = ${filter.eventId ?? null}::uuid)
      and (${filter.ticketGroupId ?? null}::uuid is null
        or t.group_id = ${filter.ticketGroupId ?? null}::uuid)
    order by t.event_id, t.position, t.id`.execute(tx)
  return rows
}

export const eventExists = async (tx: TenantTx, eventId: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('events')
      .select('id')
      .where('id', '=', eventId)
      .where('is_published', '=', true)
      .executeTakeFirst(),
  )

export const selectGroups = (tx: TenantTx, eventId: string) =>
  tx
    .selectFrom('ticket_groups')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('is_archived', '=', false)
    .orderBy('name')
    .execute()

export const selectAddOns = (tx: TenantTx, eventId: string) =>
  tx
    .selectFrom('add_ons')
    .selectAll()
    .where('event_id', '=', eventId)
    .where('is_archived', '=', false)
    .orderBy('position')
    .execute()

export const selectFeeSet = (tx: TenantTx, id: string) =>
  tx.selectFrom('fee_sets').selectAll().where('id', '=', id).executeTakeFirst()
