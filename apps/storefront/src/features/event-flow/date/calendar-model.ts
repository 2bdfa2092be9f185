import type { CalendarView } from '@foyer/contract'
import {
  addDays,
  type DateStatus,
  FALLBACK_DAY_PRICE_MINOR,
  formatLongDate,
  formatMonth,
  weekdayOf,
} from '@foyer/domain'

/**
 * The price calendar as plain data: months of weeks of days, and where each key leads.
 * Dates are calendar dates at the venue; weeks start on Sunday.
 */

export interface Day {
  /** 'YYYY-MM-DD' */
  date: string
  dayOfMonth: number
  /** 'none' where the day has no session to come. */
  status: DateStatus | 'none'
  /** Lowest price of one ticket with fees. */
  fromMinor: number
}

export interface Month {
  /** 'YYYY-MM' */
  id: string
  label: string
  /** 'Nov 2026' */
  shortLabel: string
  /** Rows of seven; null pads the first and the last week. */
  weeks: ReadonlyArray<ReadonlyArray<Day | null>>
  /** Lowest price among the days that can still be chosen; null where none can. */
  fromMinor: number | null
  /** The highest of the days' lowest prices: how wide a price gets. */
  highestMinor: number
  hasSessions: boolean
}

type Dates = CalendarView['dates']

/**
 * Every week from the first session's to the last one's, by month and without gaps. Weeks before
 * and after are left out: what can be chosen stands at the top.
 */
export function buildMonths(dates: Dates, locale: string): Month[] {
  const days = Object.keys(dates).sort()
  const first = days.at(0)
  const last = days.at(-1)
  if (!first || !last) return []
  const from = addDays(first, -weekdayOf(first))
  const to = addDays(last, 6 - weekdayOf(last))
  const months: Month[] = []
  for (let start = firstOfMonth(first); start <= last; start = firstOfMonth(addDays(start, 31))) {
    const month = buildMonth(start, dates, locale)
    const isInRange = (day: Day | null) => day !== null && day.date >= from && day.date <= to
    months.push({ ...month, weeks: month.weeks.filter((week) => week.some(isInRange)) })
  }
  return months
}

const firstOfMonth = (date: string): string => `${monthOf(date)}-01`

export const monthOf = (date: string): string => date.slice(0, 7)

function buildMonth(start: string, dates: Dates, locale: string): Month {
  const days: Day[] = []
  for (let date = start; monthOf(date) === monthOf(start); date = addDays(date, 1)) {
    days.push(buildDay(date, dates))
  }
  const cells: Array<Day | null> = [...Array<null>(weekdayOf(start)).fill(null), ...days]
  while (cells.length % 7 > 0) cells.push(null)
  const open = days.filter(isOpen)
  return {
    id: monthOf(start),
    label: formatMonth(start, locale),
    shortLabel: shortMonth(start, locale),
    weeks: Array.from({ length: cells.length / 7 }, (_, week) =>
      cells.slice(week * 7, week * 7 + 7),
    ),
    fromMinor: open.length > 0 ? Math.min(...open.map((day) => day.fromMinor)) : null,
    highestMinor: Math.max(0, ...open.map((day) => day.fromMinor)),
    hasSessions: days.some(({ status }) => status !== 'none'),
  }
}

function buildDay(date: string, dates: Dates): Day {
  const entry = dates[date]
  return {
    date,
    dayOfMonth: Number(date.slice(8)),
    status: entry?.status ?? 'none',
    // A day that is on sale but not priced yet shows the product's default.
    fromMinor: entry?.allInMinor || FALLBACK_DAY_PRICE_MINOR,
  }
}

/** Whether a day can be chosen. */
export const isOpen = (day: Day): boolean =>
  day.status === 'available' || day.status === 'selling_fast'

/** 'Saturday, November 21, 2026, from $34.98 incl. fees, selling fast': what a day says aloud. */
export function describeDay(day: Day, price: string, locale: string): string {
  const date = formatLongDate(day.date, locale)
  if (day.status === 'sold_out') return `${date}, sold out`
  return `${date}, from ${price} incl. fees, ${day.status === 'selling_fast' ? 'selling fast' : 'available'}`
}

/** The one day that Tab reaches: the chosen one, else the first that can be chosen, else the first. */
export function tabStopOf(dates: Dates, selected: string | undefined): string | undefined {
  if (selected && dates[selected]) return selected
  const days = Object.keys(dates).sort()
  return days.find((date) => dates[date]?.status !== 'sold_out') ?? days[0]
}

/**
 * The day a key leads to, or undefined for keys that mean nothing here. Only days with sessions
 * take the focus, sold-out ones included, so that a run of three concerts in a year is three
 * presses and not three hundred.
 */
export function dayForKey(
  key: string,
  from: string,
  sessionDays: readonly string[],
): string | undefined {
  const onOrAfter = (date: string) => sessionDays.find((day) => day >= date)
  const onOrBefore = (date: string) => sessionDays.findLast((day) => day <= date)
  const sunday = addDays(from, -weekdayOf(from))
  switch (key) {
    case 'ArrowRight':
      return onOrAfter(addDays(from, 1)) ?? from
    case 'ArrowLeft':
      return onOrBefore(addDays(from, -1)) ?? from
    case 'ArrowDown':
      return onOrAfter(addDays(from, 7)) ?? from
    case 'ArrowUp':
      return onOrBefore(addDays(from, -7)) ?? from
    case 'Home':
      return onOrAfter(sunday) ?? from
    case 'End':
      return onOrBefore(addDays(sunday, 6)) ?? from
    case 'PageDown':
      return onOrAfter(sameDayOfMonth(from, 1)) ?? sessionDays.at(-1) ?? from
    case 'PageUp':
      return onOrBefore(sameDayOfMonth(from, -1)) ?? sessionDays[0] ?? from
    default:
      return undefined
  }
}

/** The same day one month on or back; the 31st becomes the last day of a shorter month. */
function sameDayOfMonth(date: string, months: 1 | -1): string {
  const first = firstOfMonth(date)
  const target = firstOfMonth(addDays(first, months === 1 ? 31 : -1))
  const wanted = addDays(target, Number(date.slice(8)) - 1)
  return monthOf(wanted) === monthOf(target)
    ? wanted
    : addDays(firstOfMonth(addDays(target, 31)), -1)
}

const shortMonths = new Map<string, Intl.DateTimeFormat>()

function shortMonth(start: string, locale: string): string {
  let format = shortMonths.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', timeZone: 'UTC' })
    shortMonths.set(locale, format)
  }
  return format.format(new Date(`${start}T12:00:00Z`))
}

const weekdays = new Map<string, { short: string; long: string }[]>()

/** Names of the days, Sunday first. */
export function weekdayNames(locale: string): { short: string; long: string }[] {
  let names = weekdays.get(locale)
  if (!names) {
    const format = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    const [short, long] = [format('short'), format('long')]
    // 2023-01-01 was a Sunday.
    names = Array.from({ length: 7 }, (_, day) => {
      const date = new Date(Date.UTC(2023, 0, 1 + day, 12))
      return { short: short.format(date), long: long.format(date) }
    })
    weekdays.set(locale, names)
  }
  return names
}
