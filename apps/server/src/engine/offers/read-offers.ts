import type { LaneClient } from '@foyer/db'
import type { OfferedType, SessionOffer } from './offer-types.ts'

// Reads prices and fees, which a hold freezes, and what the answer to a hold shows of its sessions.
// Whether the session is on sale is decided after locking it, with the clock that this statement
// reads (whyNotOnSale in packages/domain/src/offer.ts). Each session is probed by its key: for a list
// of keys, the planner would read all sessions of the tenant before the first ANALYZE.
const READ_OFFERS = `
  select clock_timestamp() as now, (
    select json_agg(json_build_object('sessionId', s.session_id, 'eventId', s.event_id,
      'startsAt', s.starts_at, 'localDate', s.local_date, 'state', s.state,
      'isEventPublished', s.is_event_published, 'salesEndAt', s.sales_end_at,
      'currency', s.currency, 'shown', json_build_object('sessionName', s.display_name,
        'eventName', e.name, 'pictureHash', (
          select hash from event_pictures where tenant_id = $1 and event_id = s.event_id),
        'isTimedEntry', e.is_timed_entry,
        'venueName', v.name, 'city', v.city, 'country', v.country,
        'state', v.state, 'timeZone', v.timezone), 'types', (
        select json_agg(json_build_object('id', o.ticket_type_id, 'name', o.name,
          'position', o.position, 'isArchived', o.is_archived, 'maxQuantity', o.max_quantity,
          'unitPriceMinor', o.price_minor, 'feeSet', o.fee_set))
        from session_offers o
        where o.tenant_id = s.tenant_id and o.session_id = s.session_id)))
    from unnest($2::uuid[]) as wanted(id)
    cross join lateral (select * from offered_sessions
      where tenant_id = $1 and session_id = wanted.id offset 0) s
    cross join lateral (select name, is_timed_entry, venue_id from events
      where tenant_id = $1 and id = s.event_id offset 0) e
    cross join lateral (select name, city, state, country, timezone from venues
      where tenant_id = $1 and id = e.venue_id offset 0) v) as offers`

type OfferRow = Omit<SessionOffer, 'startsAt' | 'salesEndAt' | 'types'> & {
  sessionId: string
  startsAt: string
  salesEndAt: string
  types: ({ id: string } & OfferedType)[] | null
}

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
  for (const { sessionId, startsAt, salesEndAt, types, ...offer } of read.offers ?? []) {
    offers.set(sessionId, {
      ...offer,
      startsAt: new Date(startsAt),
      salesEndAt: new Date(salesEndAt),
      types: new Map(types?.map(({ id, ...type }) => [id, type])),
    })
  }
  return { now: read.now, offers }
}
