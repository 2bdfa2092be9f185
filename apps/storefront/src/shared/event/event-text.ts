import type { EventView } from '@foyer/contract'

/** The texts of an event, each with a fallback if the organizer has given none. */

export const nameOf = ({ name }: Pick<EventView, 'name'>): string => name || 'Unnamed Event'

/** The venue's name, for small spaces. */
export const venueOf = ({ venue_name }: Pick<EventView, 'venue_name'>): string =>
  venue_name || 'Location TBA'

export type Place = Pick<EventView, 'location' | 'venue_name' | 'venue_city' | 'venue_state'>

/** 'Pier 9 Stage, San Francisco, CA'. */
export const locationOf = ({ venue_name, venue_city, venue_state, location }: Place): string =>
  [venue_name, venue_city, venue_state].filter(Boolean).join(', ') || location || 'Location TBD'
