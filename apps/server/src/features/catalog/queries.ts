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
  /** Of the type that is cheapest with fees; null: nothing has a price yet. */
  lowest_minor: number | null
  lowest_all_in_minor: number | null
  room: number | null
  capacity: number | null
}

/** Of places in all: an event with as many as can be counted must not stop the others' list. */
const MOST = sql.lit(2 ** 31 - 1)

/**
 * Published events with what their coming sessions add up to, soonest first, those that are over
 * last; all of them, or those with the ids. Sums stand ready (migrations 0005 and 0013): a list of
 * seasons with thousands of sessions each reads none of them.
 */
export async function selectEvents(
  tx: TenantTx,
  ids: readonly string[] | null,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.name, e.description, e.category, e.is_timed_entry, e.use_continuous_calendar,
      e.show_price_difference, e.fee_set_id, v.id as venue_id, v.name as venue_name,
      v.street_address, v.city, v.state, v.postal_code, v.country, v.timezone,
      l.next_start, l.last_start, lower(l.days)::text as first_date,
      (upper(l.days) - 1)::text as last_date, l.session_count, l.lowest_minor,
      l.lowest_all_in_minor, d.room, d.capacity
    from event_listings l
    join events e on e.tenant_id = l.tenant_id and e.id = l.event_id
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join lateral (
      select case when bool_and(room is not null) then least(sum(room), ${MOST})::integer end as room,
        case when bool_and(room is not null) then least(sum(capacity), ${MOST})::integer end
          as capacity
      from day_rollups
      where tenant_id = l.tenant_id and event_id = l.event_id and next_change_at > now()) d on true
    where e.is_published
      and (${ids}::uuid[] is null or l.event_id = any(${ids}::uuid[]))
    order by l.next_start nulls last, l.last_start desc, e.id`.execute(tx)
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

export interface AddOnRow {
  id: string
  event_id: string
  name: string
  description: string | null
  price_minor: number
  max_quantity: number
  /** Null: without limit. */
  room: number | null
}

/** Add-ons on sale in the organizer's order, with what is left of those that have a stock. */
export async function selectAddOns(tx: TenantTx, eventId: string): Promise<AddOnRow[]> {
  const { rows } = await sql<AddOnRow>`
    select a.id, a.event_id, a.name, a.description, a.price_minor, a.max_quantity, l.room
    from add_ons a
    left join live_stock l on l.tenant_id = a.tenant_id and l.session_id = a.id
      and l.session_id = any(array(select id from add_ons where event_id = ${eventId}))
    where a.event_id = ${eventId} and not a.is_archived
    order by a.position, a.id`.execute(tx)
  return rows
}

export const selectFeeSet = (tx: TenantTx, id: string) =>
  tx.selectFrom('fee_sets').selectAll().where('id', '=', id).executeTakeFirst()
