import { zoneTitle } from '@foyer/domain'
import type { SearchChoice } from '../../shared/search-select.tsx'

/** Names of today for zones that browsers list under an older one. */
const NAMES_OF_TODAY: Readonly<Record<string, string>> = {
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho Chi Minh City',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

const shownName = (timeZone: string): string =>
  NAMES_OF_TODAY[timeZone] ?? timeZone.replaceAll('_', ' ')

/** The time of day in a zone, now. */
const clockOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone }).format(new Date())

/** A time zone as a person chooses it: the city, what people call it, and what time it is there. */
export function zoneChoice(timeZone: string): SearchChoice {
  const title = zoneTitle(timeZone)
  return {
    value: timeZone,
    label: shownName(timeZone),
    hint: `${title}, now ${clockOf(timeZone)}`,
    keywords: `${title} ${timeZone}`,
  }
}

/** All time zones that the browser knows. */
export const zoneChoices = (): SearchChoice[] => Intl.supportedValuesOf('timeZone').map(zoneChoice)

/** The zones of a country; none if the browser does not know them. */
function zonesOf(country: string): readonly string[] {
  const locale: Intl.Locale & { getTimeZones?: () => string[]; timeZones?: string[] } =
    new Intl.Locale('und', { region: country })
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

/** The zone of a place: of its country if that has one time, or that named after the city; else null. */
export function zoneOfPlace(country: string, city: string): string | null {
  const zones = zonesOf(country)
  const name = city.trim().toLowerCase()
  const ofCity = zones.find((zone) => shownName(zone).toLowerCase().endsWith(`/${name}`))
  const [first = null] = zones
  const hasOneTime = new Set(zones.map((zone) => zoneTitle(zone))).size === 1
  return (name && ofCity) || (hasOneTime ? first : null)
}
