import type { EventView } from '@foyer/contract'
import { type DateStatus, toMajor, zonedIso } from '@foyer/domain'
import { nameOf, venueOf } from '../../../shared/event/event-text.ts'

interface Page {
  /** The event's canonical address. */
  url: string
  imageUrl: string
  /** The seller. */
  organizer: { name: string; url: string }
}

const AVAILABILITY: Record<DateStatus, string> = {
  available: 'InStock',
  selling_fast: 'LimitedAvailability',
  sold_out: 'SoldOut',
}

/**
 * The event as schema.org data for search engines (https://schema.org/Event). The price is the
 * lowest of one ticket with fees. The JSON cannot end its script element.
 */
export function structuredEvent(event: EventView, { url, imageUrl, organizer }: Page): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: nameOf(event),
    url,
    description: event.description ?? undefined,
    startDate: event.date ? zonedIso(event.date, event.venue_timezone) : undefined,
    // The last day of a run. The page does not know when a single session ends.
    endDate: event.sessionCount > 1 ? (event.calendarEndDate ?? undefined) : undefined,
    eventStatus: 'https://schema.org/EventScheduled',
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
    },
    offers:
      event.fromAllInMinor === null
        ? undefined
        : {
            '@type': 'Offer',
            url,
            price: toMajor(event.fromAllInMinor, event.currency),
            priceCurrency: event.currency.toUpperCase(),
            availability: `https://schema.org/${AVAILABILITY[event.status]}`,
          },
  }
  return JSON.stringify(data).replace(/</g, '\\u003c')
}
