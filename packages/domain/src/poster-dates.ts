import { addDays } from './calendar.ts'

/**
 * When an event takes place, as its poster says it. A run that has begun says only its last day, so
 * its poster stays the same from day to day. Dates are YYYY-MM-DD in the venue's zone.
 */
export type PosterDates =
  | { kind: 'none' }
  /** One to three days that are not in a row. */
  | { kind: 'days'; days: string[] }
  | { kind: 'range'; first: string; last: string }
  | { kind: 'until'; last: string }
  /** The same weekday of each week. */
  | { kind: 'weekly'; first: string; last: string }

const MOST_DAYS = 3
/** A run of more days than this is one that a poster names by its end once it has begun. */
const SHORT_RUN_DAYS = 7
/** A date further ahead is written with its year. */
const FAR_DAYS = 300

/**
 * The dates on a poster, from the days of the sessions that have not started. `days` is their
 * multirange as PostgreSQL writes it: {[2026-11-22,2026-11-25),[2026-11-29,2026-11-30)}. Without
 * any, the poster keeps `lastDay`.
 */
export function posterDates(days: string, today: string, lastDay: string | null): PosterDates {
  const runs = [...days.matchAll(/\[(\d{4}-\d\d-\d\d),(\d{4}-\d\d-\d\d)\)/g)].map(
    ([, from = '', to = '']) => ({ first: from, last: addDays(to, -1) }),
  )
  const [start] = runs
  const end = runs.at(-1)
  if (!start || !end) return lastDay ? { kind: 'days', days: [lastDay] } : { kind: 'none' }
  const single = runs.every(({ first, last }) => first === last)
  if (single && runs.length <= MOST_DAYS) {
    return { kind: 'days', days: runs.map(({ first }) => first) }
  }
  const isWeekly = single && runs.every(({ first }, i) => first === addDays(start.first, 7 * i))
  if (isWeekly) return { kind: 'weekly', first: start.first, last: end.last }
  const isUnderWay = start.first <= addDays(today, 1)
  if (isUnderWay && end.last > addDays(start.first, SHORT_RUN_DAYS - 1)) {
    return { kind: 'until', last: end.last }
  }
  return { kind: 'range', first: start.first, last: end.last }
}

/**
 * The lines of a poster's date in the reader's language; empty without a date. The year is written
 * only where a reader could take the date for one of another year.
 */
export function posterDateLines(dates: PosterDates, locale: string, today: string): string[] {
  const noon = (date: string) => new Date(`${date}T12:00:00Z`)
  const write = (date: string, options: Intl.DateTimeFormatOptions) =>
    noon(date).toLocaleDateString(locale, { ...options, timeZone: 'UTC' })
  const yearOf = (date: string): Intl.DateTimeFormatOptions =>
    date < today || date > addDays(today, FAR_DAYS) ? { year: 'numeric' } : {}
  const short = (date: string) => write(date, { month: 'short', day: 'numeric' })
  const long = (date: string) => write(date, { month: 'short', day: 'numeric', ...yearOf(date) })
  switch (dates.kind) {
    case 'none':
      return []
    case 'days': {
      const [first = '', ...others] = dates.days
      if (others.length === 0) return [write(first, { weekday: 'long' }), long(first)]
      return [dates.days.map(short).join(' · ')]
    }
    case 'range':
      // Between two years the range would write both.
      if (dates.first.slice(0, 4) !== dates.last.slice(0, 4)) {
        return [`${short(dates.first)} – ${short(dates.last)}`]
      }
      return [
        new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
          .formatRange(noon(dates.first), noon(dates.last))
          // Narrow spaces are not among the letters of posters.
          .replace(/\s+/g, ' '),
      ]
    case 'until':
      return [`Until ${long(dates.last)}`]
    case 'weekly': {
      const weekday = write(dates.first, { weekday: 'long' })
      return [locale.startsWith('en') ? `${weekday}s` : weekday, `Until ${long(dates.last)}`]
    }
  }
}
