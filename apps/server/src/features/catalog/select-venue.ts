import type { VenueView } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { knownZone } from '@foyer/domain'
import { sql } from 'kysely'

/**
 * Selects a venue as its page shows it; null if it does not exist, or if no event at it is published,
 * because a venue may be a secret as long as its events are.
 */
export async function selectVenue(tx: TenantTx, venueId: string): Promise<VenueView | null> {
  const { rows } = await sql<VenueView>`
    select v.id, v.name, v.street_address as "streetAddress", v.city, v.state,
      v.postal_code as "postalCode", v.country, v.timezone, p.description,
      case when p.latitude is not null then
        json_build_object('latitude', p.latitude, 'longitude', p.longitude) end as coordinates,
      coalesce(p.getting_there, '{}') as "gettingThere",
      coalesce(p.access_notes, '{}') as "accessNotes"
    from venues v
    left join venue_facts p on p.tenant_id = v.tenant_id and p.venue_id = v.id
    where v.id = ${venueId} and exists (
      select from event_listings l where l.venue_id = v.id and l.is_published)`.execute(tx)
  const [venue] = rows
  return venue ? { ...venue, timezone: knownZone(venue.timezone) } : null
}
