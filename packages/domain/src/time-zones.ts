import { FALLBACK_TIME_ZONE } from './constants.ts'
import { formatter } from './formatter.ts'

// Not in calendar.ts, which every first load needs.

/** The zone if the runtime knows it, else the product's fallback. */
export function knownZone(timeZone: string | null | undefined): string {
  if (!timeZone) return FALLBACK_TIME_ZONE
  try {
    formatter('en-US', timeZone, {})
    return timeZone
  } catch {
    return FALLBACK_TIME_ZONE
  }
}

/** Whether a text is a zone that the runtime knows, such as an IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone's name with its season: 'Pacific Standard Time'. */
export function zoneName(instant: string, timeZone: string, locale = 'en-US'): string {
  const parts = formatter(locale, timeZone, { timeZoneName: 'long' }).formatToParts(
    new Date(instant),
  )
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** The zone's name without its season: 'Pacific Time'. */
export function zoneTitle(timeZone: string, locale = 'en-US'): string {
  const format = formatter(locale, timeZone, { timeZoneName: 'longGeneric' })
  const parts = format.formatToParts(new Date('2026-01-01T12:00:00Z'))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}
