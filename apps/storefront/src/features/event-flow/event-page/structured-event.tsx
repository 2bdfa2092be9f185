import type { EventDetailView, EventView } from '@foyer/contract'
import { MOVED, SALE_STATUSES, toMajor, zonedIso } from '@foyer/domain'
import { paths } from '../../../routing/paths.ts'
import { useApp } from '../../../shared/app-context.tsx'
import { nameOf, venueOf } from '../../../shared/event/event-text.ts'
import { previewUrl } from '../../../shared/page/page-head.tsx'

type FullEvent = EventView & Pick<EventDetailView, 'facts' | 'previewPath'>

/** The event for search engines, on its own page. */
export function StructuredEvent({ event }: { event: FullEvent }) {
  const { tenant } = useApp()
  const { siteUrl } = tenant
  const page = {
    url: siteUrl + paths.event(event.id).to,
    imageUrl: previewUrl(event.previewPath, siteUrl),
    organizer: { name: tenant.name, url: siteUrl },
  }
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with '<' escaped
      dangerouslySetInnerHTML={{ __html: structuredEvent(event, page) }}
    />
  )
}

interface Page {
  /** The event's canonical address. */
  url: string
  imageUrl: string
  /** The seller. */
  organizer: { name: string; url: string }
}

/**
 * The event as schema.org data for search engines (https://schema.org/Event). The price is the
 * lowest of one ticket with fees. The JSON cannot end its script element.
 */
export function structuredEvent(event: FullEvent, { url, imageUrl, organizer }: Page): string {
  const { facts, movedFrom } = event
  const { availability, eventStatus } = SALE_STATUSES[event.status]
  const isMoved = movedFrom !== undefined && eventStatus === 'EventScheduled'
  const { coordinates } = facts.venue
  const length = facts.durationMinutes
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: nameOf(event),
    url,
    description: event.description ?? undefined,
    startDate: event.date ? zonedIso(event.date, event.venue_timezone) : undefined,
    previousStartDate: isMoved ? zonedIso(movedFrom, event.venue_timezone) : undefined,
    doorTime:
      event.date && facts.doorsMinutes !== null
        ? zonedIso(
            new Date(Date.parse(event.date) - facts.doorsMinutes * 60_000).toISOString(),
            event.venue_timezone,
          )
        : undefined,
    // The last day of a run, or the end of the only session.
    endDate: event.sessionCount > 1 ? (event.calendarEndDate ?? undefined) : endOf(event),
    duration: length?.shortest === length?.longest && length ? `PT${length.longest}M` : undefined,
    typicalAgeRange: facts.minimumAge === null ? undefined : `${facts.minimumAge}-`,
    // Nothing says whether a name is a person or a group; search engines take this type for both.
    performer:
      facts.lineUp.length > 0
        ? [...new Set(facts.lineUp.map(({ name }) => name))].map((name) => ({
            '@type': 'PerformingGroup',
            name,
          }))
        : undefined,
    eventStatus: `https://schema.org/${isMoved ? MOVED.eventStatus : eventStatus}`,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: [imageUrl],
    organizer: { '@type': 'Organization', ...organizer },
    location: {
      '@type': 'Place',
      name: venueOf(event),
      address: {
        '@type': 'PostalAddress',
        streetAddress: event.venue_address,
        addressLocality: event.venue_city,
        addressRegion: event.venue_state,
        postalCode: event.venue_postal_code,
        addressCountry: event.venue_country,
      },
      geo: coordinates ? { '@type': 'GeoCoordinates', ...coordinates } : undefined,
    },
    offers:
      event.fromAllInMinor === null
        ? undefined
        : {
            '@type': 'Offer',
            url,
            price: toMajor(event.fromAllInMinor, event.currency),
            priceCurrency: event.currency.toUpperCase(),
            availability: `https://schema.org/${availability}`,
          },
  }
  return JSON.stringify(data).replace(/</g, '\\u003c')
}

/** When the only session ends, if it is known. */
function endOf({ date, venue_timezone, facts }: FullEvent): string | undefined {
  if (!date || !facts.durationMinutes) return undefined
  const end = Date.parse(date) + facts.durationMinutes.longest * 60_000
  return zonedIso(new Date(end).toISOString(), venue_timezone)
}
