import { FALLBACK_TIME_ZONE } from './constants.ts'
import { formatter } from './formatter.ts'

/**
 * Instants are UTC ISO strings; calendar dates ('2026-11-21') are dates in the venue's zone.
 */

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

/** The calendar date of an instant in a zone: 'YYYY-MM-DD'. */
export function localDateOf(instant: Date, timeZone: string): string {
  const parts = formatter('en-CA', timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' })
  return parts.format(instant)
}

// A calendar date is formatted at noon UTC in UTC, so that no zone moves it to a neighbouring day.
const noon = (date: string) => new Date(`${date}T12:00:00Z`)

/** 'Saturday, November 21, 2026'. */
export const formatLongDate = (date: string, locale = 'en-US'): string =>
  formatter(locale, 'UTC', {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  }).format(noon(date))

/** 'Nov 21, 2026'. */
export const formatShortDate = (date: string, locale = 'en-US'): string =>
  formatter(locale, 'UTC', { year: 'numeric', month: 'short', day: 'numeric' }).format(noon(date))

/** 'November 2026', from any date of the month. */
export const formatMonth = (date: string, locale = 'en-US'): string =>
  formatter(locale, 'UTC', { year: 'numeric', month: 'long' }).format(noon(date))

/** '7:42 PM' in the venue's zone. */
export const formatTime = (instant: string, timeZone: string, locale = 'en-US'): string =>
  formatter(locale, timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant))

/** 'Nov 21, 2026' of an instant, in the venue's zone. */
export const formatInstantDate = (instant: string, timeZone: string, locale = 'en-US'): string =>
  formatShortDate(localDateOf(new Date(instant), timeZone), locale)

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

export function addDays(date: string, days: number): string {
  const moved = noon(date)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** 0 = Sunday. */
export const weekdayOf = (date: string): number => noon(date).getUTCDay()

/** Whether the text is a calendar date that exists; there is no year 0. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text.startsWith('0000')) return false
  const parsed = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().slice(0, 10) === text
}
