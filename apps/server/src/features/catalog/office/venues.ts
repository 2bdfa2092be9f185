import {
  granted,
  type OfficeVenue,
  type OfficeVenueRow,
  type officeVenues,
  type Result,
  type ResultOf,
  VENUES_PAGE,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { pageAfter, readCursor, writeCursor } from '../../../engine/cursor.ts'
import { hasWords } from '../../../engine/has-words.ts'
import { changedSince, withVersion } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import { changeVenue, createVenue, deleteVenue } from '../editing/edit-venues.ts'
import { VENUE_NOT_FOUND } from '../editing/rows.ts'

/** Venues by name, a page of them. */
export const listVenues = ({
  context,
  tenant,
  query,
}: Call<typeof officeVenues.listOfficeVenues>): Promise<
  ResultOf<typeof officeVenues.listOfficeVenues>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const after = readCursor(query.after)
    if (!after.ok) return after
    const key = sql`lower(v.name)`
    const { rows } = await sql<OfficeVenueRow & { key: string }>`
      select v.id, ${key} as key, v.name, v.street_address as "streetAddress", v.city, v.country,
        v.timezone as "timeZone", (
          select count(*)::integer from events e
          where e.tenant_id = v.tenant_id and e.venue_id = v.id and not exists (
            select from archived_events a
            where a.tenant_id = e.tenant_id and a.event_id = e.id)) as "eventCount"
      from venues v
      where ${hasWords(sql`v.name || ' ' || v.city`, query.q ?? '')}
        and ${pageAfter(after.value, { key, id: sql`v.id`, isDown: false })}
      order by ${key}, v.id
      limit ${VENUES_PAGE + 1}`.execute(tx)
    const shown = rows.slice(0, VENUES_PAGE)
    return granted({
      venues: shown.map(({ key: _, ...venue }) => venue),
      next: rows.length > VENUES_PAGE ? writeCursor(shown.at(-1)) : null,
    })
  })

/** What the back office edits of a venue, with the version of its details; null if there is none. */
export async function selectOfficeVenue(
  tx: TenantTx,
  venueId: string,
): Promise<OfficeVenue | null> {
  const { rows } = await sql<Omit<OfficeVenue, 'version'>>`
    select v.id,
      (select count(*)::integer from events e where e.venue_id = v.id) as "eventCount",
      (select count(*)::integer from events e join sessions s
        on s.tenant_id = e.tenant_id and s.event_id = e.id where e.venue_id = v.id)
        as "sessionCount",
      case when p.hash is not null then json_build_object('hash', p.hash, 'alt', i.alt,
        'width', p.width, 'height', p.height,
        'focus', json_build_object('x', p.focus_x, 'y', p.focus_y)) end as picture,
      json_build_object('name', v.name, 'streetAddress', v.street_address, 'city', v.city,
        'state', v.state, 'postalCode', v.postal_code, 'country', v.country,
        'timeZone', v.timezone, 'description', coalesce(f.description, ''),
        'gettingThere', coalesce(f.getting_there, '{}'),
        'accessNotes', coalesce(f.access_notes, '{}'),
        'coordinates', case when f.latitude is not null then
          json_build_object('latitude', f.latitude, 'longitude', f.longitude) end,
        'rooms', (
          select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name,
            'capacity', r.capacity) order by r.position, r.name, r.id), '[]')
          from venue_rooms r where r.venue_id = v.id)) as details
    from venues v
    left join venue_facts f on f.tenant_id = v.tenant_id and f.venue_id = v.id
    left join venue_pictures i on i.tenant_id = v.tenant_id and i.venue_id = v.id
    left join pictures p on p.tenant_id = i.tenant_id and p.hash = i.hash
    where v.id = ${venueId}`.execute(tx)
  const [row] = rows
  return row ? { ...row, version: withVersion(row.details).version } : null
}

async function viewed(
  tx: TenantTx,
  venueId: string,
): Promise<Result<OfficeVenue, 'venue_not_found'>> {
  const venue = await selectOfficeVenue(tx, venueId)
  return venue ? granted(venue) : VENUE_NOT_FOUND
}

/** Reads a venue. */
export const getVenue = ({
  context,
  tenant,
  params,
}: Call<typeof officeVenues.getOfficeVenue>): Promise<
  ResultOf<typeof officeVenues.getOfficeVenue>
> => context.db.withTenant(tenant.id, (tx) => viewed(tx, params.venueId))

/** Creates a venue. */
export const addVenue = ({
  context,
  tenant,
  principal: { session },
  body,
}: Call<typeof officeVenues.createOfficeVenue>): Promise<
  ResultOf<typeof officeVenues.createOfficeVenue>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const created = await createVenue(tx, tenant.id, body)
    if (!created.ok) return created
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'venue.created',
      entityId: created.value,
      entityName: body.name,
      after: { name: body.name, city: body.city, country: body.country, timeZone: body.timeZone },
    })
    const venue = await selectOfficeVenue(tx, created.value)
    if (!venue) throw new Error('A venue that was just created is gone')
    return granted(venue)
  })

/** Changes a venue, unless somebody else has changed it since it was read. */
export const editVenue = ({
  context,
  tenant,
  principal: { session },
  params: { venueId },
  body: { version, ...details },
}: Call<typeof officeVenues.changeOfficeVenue>): Promise<
  ResultOf<typeof officeVenues.changeOfficeVenue>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await sql`select from venues where id = ${venueId} for update`.execute(tx)
    const before = await selectOfficeVenue(tx, venueId)
    if (!before) return VENUE_NOT_FOUND
    const stale = changedSince(version, { ...before.details, version: before.version })
    if (stale) return stale
    const changed = await changeVenue(tx, venueId, details)
    if (!changed.ok) return changed
    const after = await viewed(tx, venueId)
    if (!after.ok) return after
    const changes = auditChanges(before.details, after.value.details)
    if (changes) {
      await writeAuditEntry(tx, {
        personId: session.personId,
        action: 'venue.changed',
        entityId: venueId,
        entityName: after.value.details.name,
        ...changes,
      })
    }
    return after
  })

/** Deletes a venue without events. */
export const removeVenue = ({
  context,
  tenant,
  principal: { session },
  params: { venueId },
}: Call<typeof officeVenues.deleteOfficeVenue>): Promise<
  ResultOf<typeof officeVenues.deleteOfficeVenue>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const deleted = await deleteVenue(tx, venueId)
    if (!deleted.ok) return deleted
    const { name } = deleted.value
    await writeAuditEntry(tx, {
      personId: session.personId,
      action: 'venue.deleted',
      entityId: venueId,
      entityName: name,
      before: { name },
    })
    return granted({ deleted: true as const })
  })
