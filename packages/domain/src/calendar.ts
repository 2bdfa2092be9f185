import { FALLBACK_TIME_ZONE } from './constants.ts'

/**
 * Instants are UTC ISO strings; calendar dates ('2026-11-21') are dates in the venue's zone.
 * Formatters are cached: constructing one costs more than a hundred uses.
 */

const formats = new Map<string, Intl.DateTimeFormat>()

function formatter(
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${locale}|${timeZone}|${JSON.stringify(options)}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    formats.set(key, format)
  }
  return format
}

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

// A calendar date is formatted at noon UTC in UTC: no zone can push it to a neighbour.
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

/** The zone's name as people say it: 'Pacific Standard Time'. */
export function zoneName(instant: string, timeZone: string, locale = 'en-US'): string {
  const parts = formatter(locale, timeZone, { timeZoneName: 'long' }).formatToParts(
    new Date(instant),
  )
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** The zone all year round: 'Pacific Time'. */
export function zoneTitle(timeZone: string, locale = 'en-US'): string {
  const format = formatter(locale, timeZone, { timeZoneName: 'longGeneric' })
  const parts = format.formatToParts(new Date('2026-01-01T12:00:00Z'))
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
}

/** The instant as clocks at the zone show it, with their offset: '2026-11-21T19:30:00-05:00'. */
export function zonedIso(instant: string, timeZone: string): string {
  const at = new Date(instant)
  const offset = offsetMillis(at, timeZone)
  const wall = (millis: number) => new Date(millis).toISOString()
  const sign = offset < 0 ? '-' : '+'
  return `${wall(at.getTime() + offset).slice(0, 19)}${sign}${wall(Math.abs(offset)).slice(11, 16)}`
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

/**
 * The instant at which a wall clock in `timeZone` shows `date` and `minutes` after midnight. Of the
 * hour that comes twice in autumn it is the first; a time in the hour skipped in spring moves on by
 * that hour, as people's clocks do.
 */
export function instantOf(date: string, minutes: number, timeZone: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000
  // No zone changes its offset twice within two days: one of these two holds at the wanted time.
  const before = offsetMillis(new Date(wanted - DAY_MILLIS), timeZone)
  const after = offsetMillis(new Date(wanted + DAY_MILLIS), timeZone)
  const first = new Date(wanted - before)
  if (before === after || offsetMillis(first, timeZone) === before) return first
  const second = new Date(wanted - after)
  return offsetMillis(second, timeZone) === after ? second : first
}

const DAY_MILLIS = 24 * 60 * 60 * 1000

function offsetMillis(instant: Date, timeZone: string): number {
  const parts = formatter('en-US', timeZone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const wall = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return wall - Math.floor(instant.getTime() / 1000) * 1000
}
