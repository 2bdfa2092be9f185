import { zoneTitle } from '@foyer/domain'
import type { SearchChoice } from '../../shared/search-select.tsx'

/** The time of day in a zone, now. */
const clockOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date())

/** A time zone as a person chooses it: the city, what people call it, and what time it is there. */
export const zoneChoice = (timeZone: string): SearchChoice => ({
  value: timeZone,
  label: timeZone.replaceAll('_', ' '),
  hint: `${zoneTitle(timeZone)}, now ${clockOf(timeZone)}`,
})

/** All time zones that the browser knows. */
export const zoneChoices = (): SearchChoice[] => Intl.supportedValuesOf('timeZone').map(zoneChoice)
