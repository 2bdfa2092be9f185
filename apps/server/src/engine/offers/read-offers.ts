import type { LaneClient } from '@foyer/db'
import type { OfferedType, SessionOffer } from './offer-types.ts'

// Reads prices and fees, which a hold freezes, and what the answer to a hold shows of its sessions.
// Whether the session is on sale is decided after locking it, with the clock that this statement
// reads (whyNotOnSale in packages/domain/src/offer.ts). Each session is probed by its key: for a list
// of keys, the planner would read all sessions of the tenant before the first ANALYZE.
const READ_OFFERS = `
  select clock_timestamp() as now, (
    select json_agg(json_build_object('sessionId', s.session_id, 'eventId', s.event_id,
      'startsAt', s.starts_at, 'endsAt', s.ends_at, 'localDate', s.local_date, 'state', s.state,
      'isEventPublished', s.is_event_published, 'salesStartAt', s.sales_start_at, 'salesEndAt', s.sales_end_at, 'isPaused', s.is_paused,
      'salesCloseAt', s.sales_close_at, 'cutoffMinutes', s.cutoff_minutes,
      'limits', json_build_object('minPerOrder', s.min_per_order, 'maxPerOrder', s.max_per_order,
        'maxPerCustomer', s.max_per_customer),
      'currency', s.currency, 'shown', json_build_object('sessionName', s.display_name,
        'eventName', e.name, 'pictureHash', (
          select hash from event_pictures where tenant_id = $1 and event_id = s.event_id),
        'isTimedEntry', e.is_timed_entry,
        'venueName', v.name, 'room', (
          select r.name from session_venue_rooms q
          join venue_rooms r on r.tenant_id = q.tenant_id and r.id = q.room_id
          where q.tenant_id = $1 and q.session_id = s.session_id),
        'city', v.city, 'country', v.country,
        'state', v.state, 'timeZone', v.timezone), 'types', (
        select json_agg(json_build_object('id', o.ticket_type_id, 'name', o.name,
          'position', o.position, 'isArchived', o.is_archived, 'maxQuantity', o.max_quantity,
          'minQuantity', o.min_quantity, 'quantityStep', o.quantity_step,
          'isHidden', o.is_hidden, 'opensAt', o.type_open_at, 'closesAt', o.type_close_at,
          'maxPerCustomer', o.max_per_customer, 'unitPriceMinor', o.price_minor, 'feeSet', o.fee_set,
          'taxRate', o.tax_rate))
        from session_offers o
        where o.tenant_id = s.tenant_id and o.session_id = s.session_id)))
    from unnest($2::uuid[]) as wanted(id)
    cross join lateral (select * from offered_sessions
      where tenant_id = $1 and session_id = wanted.id offset 0) s
    cross join lateral (select name, is_timed_entry, venue_id from events
      where tenant_id = $1 and id = s.event_id offset 0) e
    cross join lateral (select name, city, state, country, timezone from venues
      where tenant_id = $1 and id = e.venue_id offset 0) v) as offers`

type Times = 'startsAt' | 'endsAt' | 'salesStartAt' | 'salesEndAt' | 'salesCloseAt'
type TypeRow = Omit<OfferedType, 'opensAt' | 'closesAt'> & {
  id: string
  opensAt: string | null
  closesAt: string | null
}
type OfferRow = Omit<SessionOffer, Times | 'types'> & {
  sessionId: string
  startsAt: string
  endsAt: string
  salesStartAt: string | null
  salesEndAt: string
  salesCloseAt: string | null
  types: TypeRow[] | null
}

const timeOf = (text: string | null): Date | null => (text === null ? null : new Date(text))

/** Returns the offers by session, and the database's clock after their stock was locked. */
export async function readOffers(
  client: LaneClient,
  tenantId: number,
  sessionIds: readonly string[],
) {
  const { rows } = await client.query<{ now: Date; offers: OfferRow[] | null }>({
    name: 'lane_read_offers',
    text: READ_OFFERS,
    values: [tenantId, sessionIds],
  })
  const [read] = rows
  if (!read) throw new Error('A select without a table gives one row')
  const offers = new Map<string, SessionOffer>()
  for (const { sessionId, types, ...offer } of read.offers ?? []) {
    offers.set(sessionId, {
      ...offer,
      startsAt: new Date(offer.startsAt),
      endsAt: new Date(offer.endsAt),
      salesStartAt: timeOf(offer.salesStartAt),
      salesEndAt: new Date(offer.salesEndAt),
      salesCloseAt: timeOf(offer.salesCloseAt),
      types: new Map(
        types?.map(({ id, ...type }) => [
          id,
          { ...type, opensAt: timeOf(type.opensAt), closesAt: timeOf(type.closesAt) },
        ]),
      ),
    })
  }
  return { now: read.now, offers }
}
