import type { TenantTx } from '@foyer/db'
import {
  type EventCategory,
  knownZone,
  localDateOf,
  type PosterDates,
  posterDates,
  previewPath,
  socialPicturePath,
} from '@foyer/domain'
import { sql } from 'kysely'
import { isPlatform } from '../../tenant-registry.ts'

/** What the poster of an event shows. */
export interface PosterFacts {
  id: string
  name: string
  category: EventCategory
  venue: string
  city: string
  /** The organizer's picture, which takes the poster's place; null if there is none. */
  pictureHash: string | null
  dates: PosterDates
}

/** What the posters of a tenant have in common. */
export interface PosterHouse {
  hue: number
  locale: string
}

/** Selects what the poster of a published event shows; null if there is no such event. */
export async function selectPosterFacts(
  tx: TenantTx,
  eventId: string,
): Promise<PosterFacts | null> {
  const { rows } = await sql<
    Omit<PosterFacts, 'dates'> & {
      timezone: string
      days: string
      lastStart: Date | null
      now: Date
    }
  >`
    select e.id, e.name, e.category, v.name as venue, v.city, i.hash as "pictureHash",
      v.timezone, l.days::text as days, l.last_start as "lastStart", now() as now
    from events e
    join venues v on v.tenant_id = e.tenant_id and v.id = e.venue_id
    join event_listings l on l.tenant_id = e.tenant_id and l.event_id = e.id
    left join event_pictures i on i.tenant_id = e.tenant_id and i.event_id = e.id
    where e.id = ${eventId} and e.is_published`.execute(tx)
  const [row] = rows
  if (!row) return null
  const { timezone, days, lastStart, now, ...facts } = row
  const zone = knownZone(timezone)
  const lastDay = lastStart && localDateOf(lastStart, zone)
  return { ...facts, dates: posterDates(days, localDateOf(now, zone), lastDay) }
}

/** The address of an event's link preview: the organizer's picture, or one that is drawn. */
export function previewOfEvent(facts: PosterFacts, { hue, locale }: PosterHouse): string {
  if (facts.pictureHash !== null) return socialPicturePath(facts.pictureHash)
  const { id, name, category, venue, city, dates } = facts
  return previewPath(id, [name, category, venue, city, dates, hue, locale])
}

/** The address of the link preview of the pages that show no event: a tenant's or the platform's. */
export function previewOfSite(
  tenant: { id: number; name: string; tagline: string } & PosterHouse,
): string {
  const { name, tagline, hue } = tenant
  return previewPath(isPlatform(tenant) ? 'platform' : 'site', [name, tagline, hue])
}
