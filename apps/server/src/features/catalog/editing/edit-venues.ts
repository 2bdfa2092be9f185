import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { isTimeZone, typographic } from '@foyer/domain'
import { newId } from '../../../adapters/ids.ts'
import { invalidField } from '../../../engine/refusals.ts'
import { type RoomDetails, setRooms, writeRooms } from './edit-rooms.ts'
import { storeVenueFacts, type VenueFacts, wrongVenueFact } from './facts.ts'
import { isEmpty, VENUE_NOT_FOUND } from './rows.ts'

export interface VenueDetails extends VenueFacts {
  name: string
  streetAddress?: string | undefined
  city?: string | undefined
  state?: string | undefined
  postalCode?: string | undefined
  /** ISO 3166-1 alpha-2. */
  country?: string | undefined
  /** An IANA name; it determines the day of a session. */
  timeZone: string
  /** All of them in their order; absent: they stay as they are. */
  rooms?: readonly RoomDetails[] | undefined
}

/**
 * Creates a venue and returns its id. A call with the id of an existing venue adds what it has none
 * of yet and changes nothing, so a retry is safe.
 */
export async function createVenue(
  tx: TenantTx,
  tenantId: number,
  { id = newId(), ...venue }: VenueDetails & { id?: string },
): Promise<Result<string, 'validation_failed'>> {
  if (!isTimeZone(venue.timeZone)) return UNKNOWN_TIME_ZONE
  const wrong = wrongVenueFact(venue)
  if (wrong) return wrong
  const inserted = await tx
    .insertInto('venues')
    .values({
      tenant_id: tenantId,
      id,
      timezone: venue.timeZone,
      name: typographic(venue.name),
      ...columnsOf(venue),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  await storeVenueFacts(tx, { tenantId, venueId: id, isNew: true }, venue)
  if (inserted && venue.rooms) {
    const rooms = venue.rooms.map(({ name, capacity }) => ({ name, capacity }))
    await writeRooms(tx, { tenantId, venueId: id }, rooms)
  }
  return granted(id)
}

/**
 * Changes the fields that are given. A venue with sessions keeps its time zone, because their days
 * follow from it.
 */
export async function changeVenue(
  tx: TenantTx,
  venueId: string,
  change: Partial<VenueDetails>,
): Promise<
  Result<
    null,
    'venue_not_found' | 'venue_in_use' | 'room_not_found' | 'room_in_use' | 'validation_failed'
  >
> {
  const { timeZone } = change
  if (timeZone !== undefined && !isTimeZone(timeZone)) return UNKNOWN_TIME_ZONE
  const wrong = wrongVenueFact(change)
  if (wrong) return wrong
  // The lock prevents the creation of a session with the old time zone (createSessions).
  const venue = await tx
    .selectFrom('venues')
    .select(['tenant_id', 'timezone'])
    .where('id', '=', venueId)
    .forUpdate()
    .executeTakeFirst()
  if (!venue) return VENUE_NOT_FOUND
  const isMoved = timeZone !== undefined && timeZone !== venue.timezone
  if (isMoved && (await hasSessions(tx, venueId))) {
    return refused(
      'venue_in_use',
      'This venue has sessions already, so its time zone stays as it is. Create another venue for the new time zone.',
    )
  }
  if (change.rooms) {
    const set = await setRooms(tx, { tenantId: venue.tenant_id, venueId }, change.rooms)
    if (!set.ok) return set
  }
  const columns = { name: typographic(change.name), timezone: timeZone, ...columnsOf(change) }
  if (!isEmpty(columns)) {
    await tx.updateTable('venues').set(columns).where('id', '=', venueId).execute()
  }
  await storeVenueFacts(tx, { tenantId: venue.tenant_id, venueId, isNew: false }, change)
  return granted(null)
}

/** Deletes a venue that no event takes place at. */
export async function deleteVenue(
  tx: TenantTx,
  venueId: string,
): Promise<Result<{ name: string }, 'venue_not_found' | 'venue_in_use'>> {
  // The lock prevents the creation of an event at this venue.
  const venue = await tx
    .selectFrom('venues')
    .select('name')
    .where('id', '=', venueId)
    .forUpdate()
    .executeTakeFirst()
  if (!venue) return VENUE_NOT_FOUND
  const event = await tx
    .selectFrom('events')
    .select('name')
    .where('venue_id', '=', venueId)
    .limit(1)
    .executeTakeFirst()
  if (event) {
    return refused(
      'venue_in_use',
      `The event “${event.name}” takes place here. Move its events to another venue first; archived ones keep theirs.`,
    )
  }
  await tx.deleteFrom('venue_pictures').where('venue_id', '=', venueId).execute()
  await tx.deleteFrom('venues').where('id', '=', venueId).execute()
  return granted({ name: venue.name })
}

const columnsOf = (venue: Partial<VenueDetails>) => ({
  street_address: venue.streetAddress,
  city: venue.city,
  state: venue.state,
  postal_code: venue.postalCode,
  country: venue.country,
})

const UNKNOWN_TIME_ZONE = invalidField('timeZone', 'Must be an IANA time zone like Europe/Berlin')

async function hasSessions(tx: TenantTx, venueId: string): Promise<boolean> {
  const session = await tx
    .selectFrom('sessions as s')
    .innerJoin('events as e', (join) =>
      join.onRef('e.tenant_id', '=', 's.tenant_id').onRef('e.id', '=', 's.event_id'),
    )
    .select('s.id')
    .where('e.venue_id', '=', venueId)
    .limit(1)
    .executeTakeFirst()
  return session !== undefined
}
