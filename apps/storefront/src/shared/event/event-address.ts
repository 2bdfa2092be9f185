import type { EventView } from '@foyer/contract'
import { townLine } from '@foyer/domain'
import type { Place } from './event-text.ts'

// Not in event-text.ts, which every first load needs.

type Address = Place & Pick<EventView, 'venue_address' | 'venue_postal_code' | 'venue_country'>

/** '9 Embarcadero, San Francisco, CA 94111': the address without the venue's name. */
export const addressOf = (event: Address): string =>
  partsOfAddress(event).join(', ') || 'Location not specified'

const partsOfAddress = (event: Address): string[] =>
  [
    event.venue_address,
    townLine(
      {
        city: event.venue_city,
        state: event.venue_state,
        postalCode: event.venue_postal_code,
      },
      event.venue_country,
    ),
  ].filter(Boolean)

/**
 * The venue on a map: its coordinates if the organizer has stated them, else a search for its name
 * and address. Empty if nothing is known about it.
 */
export function mapUrlOf(
  event: Address,
  at: { latitude: number; longitude: number } | null = null,
): string {
  const words = at
    ? `${at.latitude},${at.longitude}`
    : [event.venue_name, ...partsOfAddress(event)].filter(Boolean).join(', ')
  return words && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(words)}`
}

/** How much of the town the map shows around the venue, in degrees: about a kilometre each way. */
const MAP_REACH = { latitude: 0.006, longitude: 0.012 }

/** The address of OpenStreetMap's embeddable map with a marker. The content policy admits its host. */
export function mapFrameOf({
  latitude,
  longitude,
}: {
  latitude: number
  longitude: number
}): string {
  const west = longitude - MAP_REACH.longitude
  const east = longitude + MAP_REACH.longitude
  const box = [west, latitude - MAP_REACH.latitude, east, latitude + MAP_REACH.latitude]
  const map = new URL('https://www.openstreetmap.org/export/embed.html')
  map.searchParams.set('bbox', box.map((degrees) => degrees.toFixed(5)).join(','))
  map.searchParams.set('layer', 'mapnik')
  map.searchParams.set('marker', `${latitude},${longitude}`)
  return map.href
}
