import type { TenantTx } from '@foyer/db'
import type { FeeSet } from '@foyer/domain'
import { sql } from 'kysely'

export interface OfferRow {
  id: string
  name: string
  pricing_mode: 'dynamic' | 'fixed'
  /** Null: not priced yet. */
  unit_price_minor: number | null
  fee_set: FeeSet | null
}

/**
 * Ticket types of an event as they would be charged: those sold in one session there, or all at the
 * lowest price of a day, or of all that is to come.
 */
export async function selectOffers(
  tx: TenantTx,
  eventId: string,
  when: { sessionId?: string | undefined; date?: string | undefined },
): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select t.id, t.name, t.pricing_mode,
      case t.pricing_mode when 'fixed' then t.price_minor else (
        select min(p.price_minor) from session_prices p
        join sessions s on s.tenant_id = p.tenant_id and s.id = p.session_id
        where p.tenant_id = t.tenant_id and p.ticket_type_id = t.id and p.price_minor > 0
          and s.status = 'active' and s.starts_at > now()
          and (${when.sessionId ?? null}::uuid is null or s.id = ${when.sessionId ?? null}::uuid)
          and (${when.date ?? null}::date is null or s.local_date = ${when.date ?? null}::date)
      ) end as unit_price_minor,
      case when f.id is null then null else json_build_object('id', f.id, 'name', f.name,
        'isActive', f.is_active, 'feeType', f.fee_type, 'flatMinor', f.flat_minor,
        'ratePpm', f.rate_ppm) end as fee_set
    from ticket_types t
    join events e on e.tenant_id = t.tenant_id and e.id = t.event_id and e.is_published
    left join fee_sets f on f.tenant_id = t.tenant_id and f.id = coalesce(t.fee_set_id, e.fee_set_id)
    where t.event_id = ${eventId} and not t.is_archived
      and (${when.sessionId ?? null}::uuid is null or exists (select from stock k
        where k.tenant_id = t.tenant_id and k.session_id = ${when.sessionId ?? null}::uuid
          and k.pool_id = t.id))
    order by t.position, t.id`.execute(tx)
  return rows
}

export const selectAddOns = (tx: TenantTx, eventId: string) =>
  tx
    .selectFrom('add_ons as a')
    .leftJoin('stock as s', (join) =>
      join
        .onRef('s.tenant_id', '=', 'a.tenant_id')
        .onRef('s.session_id', '=', 'a.id')
        .onRef('s.pool_id', '=', 'a.id'),
    )
    .select(['a.id', 'a.name', 'a.position', 'a.price_minor', 'a.max_quantity'])
    .select((eb) => eb('s.add_on_id', 'is not', null).as('has_stock'))
    .where('a.event_id', '=', eventId)
    .where('a.is_archived', '=', false)
    .execute()

export const sessionIsOf = async (tx: TenantTx, eventId: string, sessionId: string) =>
  Boolean(
    await tx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', sessionId)
      .where('event_id', '=', eventId)
      .executeTakeFirst(),
  )

export const eventExists = async (tx: TenantTx, eventId: string) =>
  Boolean(
    await tx
      .selectFrom('events')
      .select('id')
      .where('id', '=', eventId)
      .where('is_published', '=', true)
      .executeTakeFirst(),
  )

/** What a cart's page says about its event and sessions, earliest first. */
export const selectCartPlaces = (tx: TenantTx, sessionIds: readonly string[]) =>
  tx
    .selectFrom('sessions as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .innerJoin('venues as v', (join) =>
      join.onRef('v.tenant_id', '=', 'e.tenant_id').onRef('v.id', '=', 'e.venue_id'),
    )
    .select(['s.id as session_id', 's.starts_at', 's.display_name', 's.local_date'])
    .select(['e.id as event_id', 'e.name as event_name', 'e.is_timed_entry'])
    .select(['v.name as venue_name', 'v.city', 'v.state', 'v.timezone'])
    .where('s.id', 'in', sessionIds)
    .orderBy('s.starts_at')
    .orderBy('s.id')
    .execute()
