import type { Checklist } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { checklistOf, nextSteps, type ShopFacts } from '@foyer/domain'
import { sql } from 'kysely'
import { type Context, type Tenant, takesPayments } from '../../../context.ts'

/** The events that are looked at, those with dates to come first. */
const MOST_EVENTS = 20
/** The dates that are looked at of each event, from the next one on. */
const MOST_DATES = 200

interface EventRow {
  id: string
  name: string
  is_published: boolean
  has_types: boolean
  has_dates: boolean
  is_coming: boolean
  is_sold: boolean
  is_on_sale: boolean
  is_paused: boolean
  has_sales_start: boolean
  opens_at: Date | null
  time_zone: string
}

type PaymentsContext = Pick<Context, 'paymentConfig' | 'paymentMode' | 'testPaymentConfig'>

/** Reads what is missing before buyers can buy a ticket of this organizer. */
export const readChecklist = async (
  tx: TenantTx,
  context: PaymentsContext,
  tenant: Tenant,
): Promise<Checklist> => present(tx, context, tenant, await selectEvents(tx, null))

/** Reads the same of one event; null if the organizer has no such event. */
export async function readChecklistOf(
  tx: TenantTx,
  context: PaymentsContext,
  tenant: Tenant,
  eventId: string,
): Promise<Checklist | null> {
  const events = await selectEvents(tx, eventId)
  return events.length > 0 ? present(tx, context, tenant, events) : null
}

async function present(
  tx: TenantTx,
  context: PaymentsContext,
  tenant: Tenant,
  events: readonly EventRow[],
): Promise<Checklist> {
  const [nearest, ...others] = events.toSorted((a, b) => progressOf(b) - progressOf(a))
  const dates = nearest ? datesOf(nearest) : 'none'
  const shop = {
    hasVenue: nearest !== undefined || (await hasVenue(tx)),
    payments: paymentsOf(context, tenant),
    hasLogo: tenant.logoFile !== null,
  }
  const stepsOf = (row: EventRow | undefined) =>
    checklistOf({ ...shop, event: row ? factsOf(row) : null })
  return {
    steps: stepsOf(nearest),
    event: nearest
      ? {
          id: nearest.id,
          name: nearest.name,
          dates,
          isOnSale: dates === 'sold' && nearest.is_on_sale,
          isPaused: nearest.is_paused,
          opensAt: nearest.opens_at?.toISOString() ?? null,
          timeZone: nearest.time_zone,
        }
      : null,
    payments: shop.payments,
    drafts: others.flatMap((row) => {
      const next = row.is_published ? undefined : nextSteps(stepsOf(row))[0]
      return next ? [{ id: row.id, name: row.name, next }] : []
    }),
    samples: await selectSamples(tx),
  }
}

const factsOf = (row: EventRow): ShopFacts['event'] => ({
  hasTicketTypes: row.has_types,
  dates: datesOf(row),
  hasSalesStart: row.has_sales_start || row.is_published,
  isPublished: row.is_published,
})

/**
 * Whether a session sells a type is asked of its rows, and not of the view of offers: the view also
 * needs a published event.
 */
async function selectEvents(tx: TenantTx, eventId: string | null): Promise<EventRow[]> {
  const chosen = eventId
    ? sql`e.id = ${eventId}`
    : sql`not exists (select from archived_events a
          where a.tenant_id = e.tenant_id and a.event_id = e.id)
        and not exists (select from sample_events a
          where a.tenant_id = e.tenant_id and a.event_id = e.id)`
  const { rows } = await sql<EventRow>`
    with chosen as (
      select e.tenant_id, e.id, e.name, e.is_published, e.venue_id
      from events e
      left join event_listings l on l.tenant_id = e.tenant_id and l.event_id = e.id
      where ${chosen}
      order by (e.is_published and l.next_start > now()) desc nulls last, e.created_at desc, e.id
      limit ${MOST_EVENTS})
    select e.id, e.name, e.is_published,
      exists (select from ticket_types t
        where t.tenant_id = e.tenant_id and t.event_id = e.id and not t.is_archived) as has_types,
      exists (select from sessions s
        where s.tenant_id = e.tenant_id and s.event_id = e.id) as has_dates,
      c.is_coming, c.is_sold, c.is_on_sale,
      w.paused_at is not null as is_paused, w.opens_at is not null as has_sales_start,
      case when w.opens_at > now() then w.opens_at end as opens_at, v.timezone as time_zone
    from chosen e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    left join event_sales w on w.tenant_id = e.tenant_id and w.event_id = e.id
    cross join lateral (
      select count(*) > 0 as is_coming,
        coalesce(bool_or(k.capacity is distinct from 0 and exists (
          select from ticket_types t
          join stock p on p.tenant_id = t.tenant_id and p.session_id = s.id and p.pool_id = t.id
          left join session_prices o on o.tenant_id = t.tenant_id and o.session_id = s.id
            and o.ticket_type_id = t.id
          where t.tenant_id = s.tenant_id and t.event_id = s.event_id and not t.is_archived
            and p.capacity is distinct from 0
            and (t.pricing_mode = 'fixed' or o.price_minor is not null))), false) as is_sold,
        coalesce(bool_or(exists (select from session_offers f where f.tenant_id = s.tenant_id
          and f.session_id = s.id and f.is_on_sale)), false) as is_on_sale
      from (select * from sessions
        where tenant_id = e.tenant_id and event_id = e.id and ends_at > now()
          and starts_at > now() - interval '29 days' and state_is_sold(status)
        order by starts_at limit ${MOST_DATES}) s
      join stock k on k.tenant_id = s.tenant_id and k.session_id = s.id and k.pool_id = s.id
    ) c`.execute(tx)
  return rows
}

const hasVenue = async (tx: TenantTx): Promise<boolean> =>
  (await tx
    .selectFrom('venues')
    .select('id')
    .where('id', 'not in', (select) => select.selectFrom('sample_venues').select('venue_id'))
    .limit(1)
    .executeTakeFirst()) !== undefined

function paymentsOf(context: PaymentsContext, tenant: Tenant): ShopFacts['payments'] {
  if (!takesPayments(context, tenant)) return 'none'
  return context.paymentConfig.publishableKey.startsWith('pk_live_') ? 'live' : 'test'
}

/** The samples of a shop, by name. */
export const selectSamples = (tx: TenantTx) =>
  tx
    .selectFrom('sample_events as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .select(['e.id', 'e.name'])
    .orderBy('e.name')
    .execute()

const datesOf = (row: EventRow) => {
  if (row.is_sold) return 'sold'
  if (row.is_coming) return 'unsold'
  return row.has_dates ? 'past' : 'none'
}

/** How near an event is to its first sale. */
const progressOf = (row: EventRow): number =>
  [row.is_on_sale, row.is_sold, row.is_published, row.has_types, row.is_coming].reduce(
    (sum, isDone, index) => sum + (isDone ? 2 ** (4 - index) : 0),
    0,
  )
