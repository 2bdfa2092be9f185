import type { TenantTx } from '@foyer/db'
import type { AccessCodeRule, FeeSet, SessionState, TaxRate } from '@foyer/domain'
import { type RawBuilder, sql } from 'kysely'
import { isSoldWith } from '../sales/read-sales.ts'

/**
 * What an event sells, read from the views `offered_sessions` and `session_offers`
 * (`0054_sales_during_a_session.sql`, `0039_fees_and_taxes.sql`).
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

/**
 * The rate of everything without one of its own. It is a subquery and no function, so that a statement
 * reads it once and not once per row.
 */
const DEFAULT_TAX_RATE = sql`(select d.id from tax_rates d
    where d.tenant_id = (select current_tenant()) and d.is_default)`

/**
 * Joins the tax rate of `item`, which the row `own` names, and that of the fee set `f`; both as
 * `rate` and `fee_rate`.
 */
const withTaxRates = (item: string, own: string) => sql`
  left join tax_rates rate on rate.tenant_id = ${sql.ref(item)}.tenant_id
    and rate.id = coalesce(${sql.ref(own)}.tax_rate_id, ${DEFAULT_TAX_RATE})
  left join tax_rates fee_rate on fee_rate.tenant_id = ${sql.ref(item)}.tenant_id
    and fee_rate.id = coalesce(f.tax_rate_id, ${DEFAULT_TAX_RATE})`

export interface PublishedEvent {
  currency: string
  /** The zone of the venue. */
  timezone: string
  /** When the organizer paused its sales; null: not paused. */
  paused_at: Date | null
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
    .leftJoin('event_sales as r', (join) =>
      join.onRef('r.tenant_id', '=', 'e.tenant_id').onRef('r.event_id', '=', 'e.id'),
    )
    .select(['e.currency', 'v.timezone', 'r.paused_at'])
    .where('e.id', '=', eventId)
    .where('e.is_published', '=', true)
    .executeTakeFirst()
  return event ?? null
}

export interface TypeRow {
  id: string
  group_id: string
  group_name: string
  event_id: string
  /** How many people one ticket admits. */
  places: number
  name: string
  description: string | null
  max_quantity: number
  min_quantity: number
  quantity_step: number
  is_hidden: boolean
  /** Its own window; null: no bound. */
  sales_open_at: Date | null
  sales_close_at: Date | null
  now: Date
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
  tax_rate: TaxRate | null
}

interface TypeFilter {
  eventId?: string | undefined
  ticketGroupId?: string | undefined
  /** Limits the lowest price to this day. */
  date?: string | undefined
  /** Hidden types that the buyer's access code unlocks. */
  unlocked?: readonly string[] | undefined
}

/** Ticket types of published events that are not archived and not hidden, in the organizer's order. */
export async function selectTypes(tx: TenantTx, filter: TypeFilter): Promise<TypeRow[]> {
  const { rows } = await typesWithPrices(filter).execute(tx)
  return rows
}

/** The statement of {@link selectTypes}; a test checks its plan. */
const typesWithPrices = ({
  eventId,
  ticketGroupId,
  date,
  unlocked = [],
}: TypeFilter) => sql<TypeRow>`
  select t.id, t.group_id, g.name as group_name, t.event_id, t.name, t.description, t.max_quantity,
    t.places,
    coalesce(x.min_quantity, 1) as min_quantity, coalesce(x.quantity_step, 1) as quantity_step,
    coalesce(x.is_hidden, false) as is_hidden, x.sales_open_at, x.sales_close_at,
    now() as now, t.display_price, t.picture_hash,
    t.fee_set_id as own_fee_set_id, t.pricing_mode, t.price_minor, e.currency,
    lowest_price_minor(t, ${date ?? null}::date) as lowest_minor, fee_set_json(f, fee_rate) as fee_set,
    tax_rate_json(rate) as tax_rate
  from ticket_types t
  join events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.is_published
  join ticket_groups g on g.tenant_id = t.tenant_id and g.id = t.group_id
  left join fee_sets f on f.tenant_id = t.tenant_id
    and f.id = charged_fee_set_id(t.fee_set_id, e.fee_set_id)
  left join ticket_type_taxes i on i.tenant_id = t.tenant_id and i.ticket_type_id = t.id
  ${withTaxRates('t', 'i')}
  left join ticket_type_sales x on x.tenant_id = t.tenant_id and x.ticket_type_id = t.id
  where not t.is_archived and (x.is_hidden is not true or t.id = any(${unlocked}::uuid[]))
    and (${eventId ?? null}::uuid is null or t.event_id = ${eventId ?? null}::uuid)
    and (${ticketGroupId ?? null}::uuid is null or t.group_id = ${ticketGroupId ?? null}::uuid)
  order by t.event_id, g.position, g.name, g.id, t.position, t.id`

export interface OfferRow {
  event_id: string
  ticket_type_id: string
  name: string
  max_quantity: number
  min_quantity: number
  quantity_step: number
  is_archived: boolean
  is_stocked: boolean
  is_hidden: boolean
  state: SessionState
  is_event_published: boolean
  is_paused: boolean
  starts_at: Date
  sales_start_at: Date | null
  sales_end_at: Date
  type_open_at: Date | null
  type_close_at: Date | null
  /** Null if no price is set yet. */
  price_minor: number | null
  fee_set: FeeSet | null
  tax_rate: TaxRate | null
  now: Date
}

/** All ticket types of one session, on sale or not. */
export async function selectSessionOffers(tx: TenantTx, sessionId: string): Promise<OfferRow[]> {
  const { rows } = await offersOfSession(sessionId).execute(tx)
  return rows
}

/** The statement of {@link selectSessionOffers}; a test checks its plan. */
const offersOfSession = (sessionId: string) => sql<OfferRow>`
  select event_id, ticket_type_id, name, max_quantity, min_quantity, quantity_step, is_archived,
    is_stocked, is_hidden, state, is_event_published, is_paused, starts_at, sales_start_at,
    sales_end_at, type_open_at, type_close_at, price_minor, fee_set, tax_rate, now() as now
  from session_offers where session_id = ${sessionId}`

export interface DayOfferRow {
  session_id: string
  starts_at: Date
  ticket_type_id: string
  name: string
  price_minor: number
  fee_set: FeeSet | null
  tax_rate: TaxRate | null
}

/** The priced ticket types on sale in each session of an event's day, also by an access code. */
export async function selectDayOffers(
  tx: TenantTx,
  eventId: string,
  date: string,
  code: AccessCodeRule | null = null,
): Promise<DayOfferRow[]> {
  const { rows } = await offersOfDay(eventId, date, code).execute(tx)
  return rows
}

/** The statement of {@link selectDayOffers}; a test checks its plan. */
const offersOfDay = (eventId: string, date: string, code: AccessCodeRule | null) => {
  const listed = sql`array(select a.session_id from offered_sessions a
    where a.event_id = ${eventId} and a.is_listed and a.local_date = ${date}::date)`
  return sql<DayOfferRow>`
    select session_id, starts_at, ticket_type_id, name, price_minor, fee_set, tax_rate
    from ${ofSessions('session_offers', listed, true)} o
    where price_minor is not null and is_stocked and not is_archived and is_event_published
      and ${isSoldWith(code)}`
}

export interface AddOnRow {
  id: string
  event_id: string
  name: string
  description: string | null
  position: number
  price_minor: number
  fee_set: FeeSet | null
  tax_rate: TaxRate | null
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
      fee_set_json(f, fee_rate) as fee_set, tax_rate_json(rate) as tax_rate,
      l.session_id is not null as has_stock, l.room
    from add_ons a
    left join fee_sets f on f.tenant_id = a.tenant_id and f.id = a.fee_set_id
    ${withTaxRates('a', 'a')}
    left join live_stock l on l.tenant_id = a.tenant_id and l.session_id = a.id
      and l.session_id = any(array(select id from add_ons where event_id = ${eventId}))
    where a.event_id = ${eventId} and not a.is_archived
    order by a.position, a.id`.execute(tx)
  return rows
}
