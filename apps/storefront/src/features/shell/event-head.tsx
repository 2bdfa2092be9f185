import type { EventView } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { useApp } from '../../app-context.tsx'
import { PageHead, previewUrl } from './page-head.tsx'

interface EventHeadProps {
  event: EventView
  /** The step at hand, e.g. 'Select Tickets'; left out on the event's own page. */
  step?: string
}

/** Head of an event's pages: every step names the event's page as its one address. */
export function EventHead({ event, step }: EventHeadProps) {
  const { origin, base } = useApp()
  const canonicalPath = `/events-api/${event.id}`
  const imageUrl = previewUrl(event.imageUrl, { origin, base })
  return (
    <>
      <PageHead
        title={step ? `${step} · ${event.name}` : event.name}
        description={event.description ?? `${event.name} at ${event.location}`}
        canonicalPath={canonicalPath}
        picture={event}
      />
      {!step && (
        <script
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with '<' escaped
          dangerouslySetInnerHTML={{
            __html: structuredEvent(event, origin + base + canonicalPath, imageUrl),
          }}
        />
      )}
    </>
  )
}

/** The event as schema.org data, https://schema.org/Event; the price is that of one, with fees. */
export function structuredEvent(event: EventView, url: string, imageUrl: string): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: event.name,
    url,
    description: event.description ?? undefined,
    startDate: event.date ?? undefined,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    image: [imageUrl],
    location: {
      '@type': 'Place',
      name: event.venue_name,
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
            '@type': 'AggregateOffer',
            url,
            lowPrice: toMajor(event.fromAllInMinor, event.currency),
            priceCurrency: event.currency.toUpperCase(),
            availability: `https://schema.org/${event.status === 'sold_out' ? 'SoldOut' : 'InStock'}`,
          },
  }
  return JSON.stringify(data).replace(/</g, '\\u003c')
}
