import type { EventView } from '@foyer/contract'
import { placeLine } from '@foyer/domain'

/** The texts of an event, each with a fallback if the organizer has given none. */

export const nameOf = ({ name }: Pick<EventView, 'name'>): string => name || 'Unnamed Event'

/** The venue's name, for small spaces; after the room of a session that is in one. */
export const venueOf = (
  { venue_name }: Pick<EventView, 'venue_name'>,
  session?: { room_name?: string | undefined } | undefined,
): string => placeLine(venue_name || 'Location TBA', session?.room_name)

export type Place = Pick<EventView, 'location' | 'venue_name' | 'venue_city' | 'venue_state'>

/** 'Pier 9 Stage, San Francisco, CA'. */
export const locationOf = ({ venue_name, venue_city, venue_state, location }: Place): string =>
  [venue_name, venue_city, venue_state].filter(Boolean).join(', ') || location || 'Location TBD'
