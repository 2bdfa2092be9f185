import type { EventView } from '@foyer/contract'

/** The texts of an event, each with a fallback if the organizer has given none. */

export const nameOf = ({ name }: Pick<EventView, 'name'>): string => name || 'Unnamed Event'

/** The venue's name, for small spaces. */
export const venueOf = ({ venue_name }: Pick<EventView, 'venue_name'>): string =>
  venue_name || 'Location TBA'

type Place = Pick<EventView, 'location' | 'venue_name' | 'venue_city' | 'venue_state'>

/** 'Pier 9 Stage, San Francisco, CA'. */
export const locationOf = ({ venue_name, venue_city, venue_state, location }: Place): string =>
  [venue_name, venue_city, venue_state].filter(Boolean).join(', ') || location || 'Location TBD'

type Address = Place & Pick<EventView, 'venue_address' | 'venue_postal_code'>

/** '9 Embarcadero, San Francisco, CA 94111': the address without the venue's name. */
export const addressOf = (event: Address): string =>
  partsOfAddress(event).join(', ') || 'Location not specified'

const partsOfAddress = (event: Address): string[] =>
  [
    event.venue_address,
    event.venue_city,
    `${event.venue_state} ${event.venue_postal_code}`.trim(),
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
