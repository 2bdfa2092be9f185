import type { TenantTx } from '@foyer/db'
import type { FeeSet, SessionState } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'

/**
 * What an event sells, read from the views `offered_sessions` and `session_offers`
 * (`0004_offers.sql`).
 */

/**
 * Selects the rows of a view for a list of sessions. For a short list each key is probed: before
 * the first ANALYZE, and for a list of unknown length, the planner would read all sessions of the
 * tenant. For a long list that plan is the cheapest; pass `isShort: false`.
 */
export const ofSessions = (
  view: 'offered_sessions' | 'session_offers',
  ids: RawBuilder<unknown>,
  isShort: boolean,
) =>
  isShort
    ? sql`unnest(${ids}) as wanted(id) cross join lateral (select * from ${sql.table(view)}
        where tenant_id = (select current_tenant()) and session_id = wanted.id offset 0)`
    : sql`(select * from ${sql.table(view)} where session_id = any(${ids}))`

export interface PublishedEvent {
  currency: string
  /** The zone of the venue. */
  timezone: string
}

/** A published event; null if there is none with this id. */
export async function selectPublishedEvent(
  tx: TenantTx,
  eventId: string,
): Promise<PublishedEvent | null> {
  const event = await tx
    .selectFrom('events as e')
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['e.currency', 'v.timezone'])
    .where('e.id', '=', eventId)
    .where('e.is_published', '=', true)
    .executeTakeFirst()
  return event ?? null
}

export interface TypeRow {
  id: string
  group_id: string
  event_id: string
  name: string
  description: string | null
  max_quantity: number
  display_price: string | null
  picture_hash: string | null
  own_fee_set_id: string | null
  pricing_mode: 'dynamic' | 'fixed'
  /** The price of a fixed type. */
  price_minor: number
  currency: string
  /**
   * The lowest price that is still available, on the given day or on any; null if no price is set.
   */
  lowest_minor: number | null
  fee_set: FeeSet | null
}

interface TypeFilter {
  eventId?: string | undefined
  ticketGroupId?: string | undefined
  /** Limits the lowest price to this day. */
  date?: string | undefined
}

/** Ticket types of published events that are not archived, in the organizer's order. */
export async function selectTypes(tx: TenantTx, filter: TypeFilter): Promise<TypeRow[]> {
  const { rows } = await typesWithPrices(filter).execute(tx)
  return rows
}

/** The statement of {@link selectTypes}; a test checks its plan. */
const typesWithPrices = ({ eventId, ticketGroupId, date }: TypeFilter) => sql<TypeRow>`
  select t.id, t.group_id, t.event_id, t.name, t.description, t.max_quantity, t.display_price, t.picture_hash,
    t.fee_set_id as own_fee_set_id, t.pricing_mode, t.price_minor, e.currency,
    lowest_price_minor(t, ${date ?? null}::date) as lowest_minor, fee_set_json(f) as fee_set
  from ticket_types t
  join events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.is_published
  left join fee_sets f on f.tenant_id = t.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, e.fee_set_id)
  where not t.is_archived
    and (${eventId ?? null}::uuid is null or t.event_id = ${eventId ?? null}::uuid)
    and (${ticketGroupId ?? null}::uuid is null or t.group_id = ${ticketGroupId ?? null}::uuid)
  order by t.event_id, t.position, t.id`

export interface OfferRow {
  event_id: string
  ticket_type_id: string
  name: string
  max_quantity: number
  is_archived: boolean
  is_stocked: boolean
  state: SessionState
  is_event_published: boolean
  sales_end_at: Date
  /** Null if no price is set yet. */
  price_minor: number | null
  fee_set: FeeSet | null
  now: Date
}

/** All ticket types of one session, on sale or not. */
export async function selectSessionOffers(tx: TenantTx, sessionId: string): Promise<OfferRow[]> {
  const { rows } = await offersOfSession(sessionId).execute(tx)
  return rows
}

/** The statement of {@link selectSessionOffers}; a test checks its plan. */
const offersOfSession = (sessionId: string) => sql<OfferRow>`
  select event_id, ticket_type_id, name, max_quantity, is_archived, is_stocked, state,
    is_event_published, sales_end_at, price_minor, fee_set, now() as now
  from session_offers where session_id = ${sessionId}`

export interface DayOfferRow {
  session_id: string
  ticket_type_id: string
  name: string
  price_minor: number
  fee_set: FeeSet | null
}

/** The priced ticket types on sale in each session of an event's day. */
export async function selectDayOffers(
  tx: TenantTx,
  eventId: string,
  date: string,
): Promise<DayOfferRow[]> {
  const { rows } = await offersOfDay(eventId, date).execute(tx)
  return rows
}

/** The statement of {@link selectDayOffers}; a test checks its plan. */
const offersOfDay = (eventId: string, date: string) => {
  const listed = sql`array(select a.session_id from offered_sessions a
    where a.event_id = ${eventId} and a.is_listed and a.local_date = ${date}::date)`
  return sql<DayOfferRow>`
    select session_id, ticket_type_id, name, price_minor, fee_set
    from ${ofSessions('session_offers', listed, true)} o
    where is_on_sale and price_minor is not null`
}

export interface AddOnRow {
  id: string
  event_id: string
  name: string
  description: string | null
  position: number
  price_minor: number
  max_quantity: number
  /** Whether it has a limited stock of its own. */
  has_stock: boolean
  /** How many are left; null: without limit. */
  room: number | null
}

/** Add-ons of an event that are on sale, in the organizer's order. */
export async function selectAddOns(tx: TenantTx, eventId: string): Promise<AddOnRow[]> {
  const { rows } = await sql<AddOnRow>`
    select a.id, a.event_id, a.name, a.description, a.position, a.price_minor, a.max_quantity,
      l.session_id is not null as has_stock, l.room
    from add_ons a
    left join live_stock l on l.tenant_id = a.tenant_id and l.session_id = a.id
      and l.session_id = any(array(select id from add_ons where event_id = ${eventId}))
    where a.event_id = ${eventId} and not a.is_archived
    order by a.position, a.id`.execute(tx)
  return rows
}
