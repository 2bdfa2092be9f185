import { formatter } from './formatter.ts'

/**
 * Instants are UTC ISO strings; calendar dates ('2026-11-21') are dates in the venue's zone.
 */

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

/** 'Nov 21', where the year goes without saying; with options more: 'Sat, Nov 21'. */
export const formatDay = (
  date: string,
  locale = 'en-US',
  options: Intl.DateTimeFormatOptions = {},
): string =>
  formatter(locale, 'UTC', { month: 'short', day: 'numeric', ...options }).format(noon(date))

/** A run of days, which names the year at its end: 'Nov 28 – Jan 11, 2027'. */
export const formatRun = (first: string, last: string, locale = 'en-US', joint = ' – '): string =>
  formatDay(first, locale) + joint + formatShortDate(last, locale)

/** 'November 2026', from any date of the month. */
export const formatMonth = (date: string, locale = 'en-US'): string =>
  formatter(locale, 'UTC', { year: 'numeric', month: 'long' }).format(noon(date))

/** '7:42 PM' in the venue's zone. */
export const formatTime = (instant: string, timeZone: string, locale = 'en-US'): string =>
  formatter(locale, timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(instant))

/** 'Nov 21, 2026' of an instant, in the venue's zone. */
export const formatInstantDate = (instant: string, timeZone: string, locale = 'en-US'): string =>
  formatShortDate(localDateOf(new Date(instant), timeZone), locale)

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
