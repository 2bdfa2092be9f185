import type { LaneClient } from '@foyer/db'
import type { OfferedType, SessionOffer } from './lane-types.ts'

// The type's price in this session and the fee that applies to it, as they are frozen into a hold.
const READ_OFFERS = `
  select clock_timestamp() as now, (
    select json_agg(json_build_object('sessionId', s.id, 'eventId', s.event_id,
      'startsAt', s.starts_at, 'localDate', s.local_date, 'isActive', s.status = 'active' and e.is_published, 'types', (
        select json_agg(json_build_object('id', t.id, 'name', t.name,
          'position', t.position, 'isArchived', t.is_archived, 'maxQuantity', t.max_quantity,
          'unitPriceMinor', case t.pricing_mode when 'fixed' then t.price_minor
            else nullif(p.price_minor, 0) end,
          'feeSet', case when f.id is null then null else json_build_object('id', f.id,
            'name', f.name, 'isActive', f.is_active, 'feeType', f.fee_type,
            'flatMinor', f.flat_minor, 'ratePpm', f.rate_ppm) end))
        from ticket_types t
        left join session_prices p on p.tenant_id = s.tenant_id and p.session_id = s.id
          and p.ticket_type_id = t.id
        left join fee_sets f on f.tenant_id = s.tenant_id
          and f.id = coalesce(t.fee_set_id, e.fee_set_id)
        where t.tenant_id = s.tenant_id and t.event_id = s.event_id)))
    from sessions s join events e on e.tenant_id = s.tenant_id and e.id = s.event_id
    where s.tenant_id = $1 and s.id = any($2::uuid[])) as offers`

type OfferRow = Omit<SessionOffer, 'startsAt' | 'types'> & {
  sessionId: string
  startsAt: string
  types: ({ id: string } & OfferedType)[] | null
}

/** What the sessions offer, by session, and the database's clock behind the lock of their stock. */
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
  for (const { sessionId, startsAt, types, ...offer } of read.offers ?? []) {
    offers.set(sessionId, {
      ...offer,
      startsAt: new Date(startsAt),
      types: new Map(types?.map(({ id, ...type }) => [id, type])),
    })
  }
  return { now: read.now, offers }
}
