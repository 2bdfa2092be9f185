import type { VenueView } from '@foyer/contract'

/**
 * The venue as schema.org data for search engines (https://schema.org/Place). `url` is its canonical
 * address. The JSON cannot end its script element.
 */
export function structuredVenue(venue: VenueView, url: string): string {
  const { coordinates } = venue
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Place',
    name: venue.name,
    url,
    description: venue.description ?? undefined,
    address: {
      '@type': 'PostalAddress',
      streetAddress: venue.streetAddress,
      addressLocality: venue.city,
      addressRegion: venue.state,
      postalCode: venue.postalCode,
      addressCountry: venue.country,
    },
    geo: coordinates ? { '@type': 'GeoCoordinates', ...coordinates } : undefined,
  }
  return JSON.stringify(data).replace(/</g, '\\u003c')
}
