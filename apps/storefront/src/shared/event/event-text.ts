import type { CalendarView, EventView } from '@foyer/contract'
import { formatInstantDate, formatShortDate } from '@foyer/domain'

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

/** A map search for the venue; empty if nothing is known about it. */
export function mapSearchUrl(event: Address): string {
  const words = [event.venue_name, ...partsOfAddress(event)].filter(Boolean).join(', ')
  return words && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(words)}`
}

type Dates = Pick<EventView, 'date' | 'venue_timezone' | 'calendarStartDate' | 'calendarEndDate'>

/**
 * The first to the last day on sale, or the only one. `calendar` is undefined until it is loaded.
 */
export function datesOf(event: Dates, calendar: CalendarView | undefined, locale: string): string {
  const days = Object.keys(calendar?.dates ?? {}).sort()
  const first = days[0] ?? event.calendarStartDate
  const last = days.at(-1) ?? event.calendarEndDate
  if (first) {
    const start = formatShortDate(first, locale)
    return last && last !== first ? `${start} to ${formatShortDate(last, locale)}` : start
  }
  return event.date ? formatInstantDate(event.date, event.venue_timezone, locale) : 'Date TBD'
}
