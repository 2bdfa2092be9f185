import type { CalendarView } from '@foyer/contract'
import {
  addDays,
  type DateStatus,
  firstWeekdayOf,
  formatLongDate,
  formatMonth,
  isOpenStatus,
  SALE_STATUSES,
  statusLabel,
  type Weekday,
  weekdayOf,
} from '@foyer/domain'

/**
 * The price calendar as plain data: months of weeks of days. Dates are calendar dates at the venue.
 * The first day of the week depends on the tenant's locale: Sunday in en-US.
 */

export interface Day {
  /** 'YYYY-MM-DD' */
  date: string
  dayOfMonth: number
  /** 'none' if the day has no upcoming session. */
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
  /** Rows of seven days; null pads the first and the last week. */
  weeks: ReadonlyArray<ReadonlyArray<Day | null>>
  /** Lowest price of the days that can be chosen; null if none can. */
  fromMinor: number | null
  /** The highest of the days' lowest prices. It decides how wide the column is. */
  highestMinor: number
  hasSessions: boolean
  /** In place of a price where no day can be chosen: 'Sold Out', 'Soon', 'No sessions'. */
  shutWords: string
}

type Dates = CalendarView['dates']

/** A longer range is a typing error, and pages of blank months are useless. */
const MOST_MONTHS = 120

/**
 * All weeks from the first session to the last one, by month and without gaps. Earlier and later
 * weeks are left out, so that the first session is at the top, and earlier and later days of these
 * weeks are blank. Throws a RangeError for invalid days and for more than ten years.
 */
export function buildMonths(dates: Dates, locale: string): Month[] {
  const days = Object.keys(dates).sort()
  const first = days.at(0)
  const last = days.at(-1)
  if (!first || !last) return []
  const months: Month[] = []
  for (let start = firstOfMonth(first); start <= last; start = firstOfMonth(addDays(start, 31))) {
    if (months.length === MOST_MONTHS) throw new RangeError(`${first} to ${last} is too long`)
    const month = buildMonth(start, dates, locale)
    const inRun = (day: Day | null) =>
      day !== null && day.date >= first && day.date <= last ? day : null
    const weeks = month.weeks.map((week) => week.map(inRun))
    months.push({ ...month, weeks: weeks.filter((week) => week.some((day) => day !== null)) })
  }
  return months
}

export const firstOfMonth = (date: string): string => `${monthOf(date)}-01`

/** The first day of the week that `date` is in. */
export const weekOf = (date: string, firstWeekday: Weekday): string =>
  addDays(date, -positionInWeek(date, firstWeekday))

const positionInWeek = (date: string, firstWeekday: Weekday): number =>
  (weekdayOf(date) - firstWeekday + 7) % 7

export const monthOf = (date: string): string => date.slice(0, 7)

function buildMonth(start: string, dates: Dates, locale: string): Month {
  const days: Day[] = []
  for (let date = start; monthOf(date) === monthOf(start); date = addDays(date, 1)) {
    days.push(buildDay(date, dates))
  }
  const padding = positionInWeek(start, firstWeekdayOf(locale))
  const cells: Array<Day | null> = [...Array<null>(padding).fill(null), ...days]
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
    shutWords: shutWordsOf(days),
  }
}

/** A month with a day whose sales will start says so, rather than that another day is sold out. */
function shutWordsOf(days: readonly Day[]): string {
  const statuses = new Set(days.map(({ status }) => status))
  const status = (['not_yet', 'unpriced', 'closed', 'sold_out'] as const).find((each) =>
    statuses.has(each),
  )
  return status ? SALE_STATUSES[status].short : 'No sessions'
}

function buildDay(date: string, dates: Dates): Day {
  const entry = dates[date]
  return {
    date,
    dayOfMonth: Number(date.slice(8)),
    status: entry?.status ?? 'none',
    fromMinor: entry?.allInMinor ?? 0,
  }
}

/** Whether a day can be chosen. */
export const isOpen = ({ status }: Day): boolean => status !== 'none' && isOpenStatus(status)

/**
 * 'Saturday, November 21, 2026, from $34.98 incl. fees, selling fast': the spoken text of a day.
 */
export function describeDay(day: Day, price: string, locale: string): string {
  const date = formatLongDate(day.date, locale)
  if (day.status !== 'none' && !isOpen(day)) {
    return `${date}, ${statusLabel(day.status).toLowerCase()}`
  }
  const from = day.fromMinor === 0 ? 'free' : `from ${price} incl. fees`
  return `${date}, ${from}, ${day.status === 'selling_fast' ? 'selling fast' : 'available'}`
}

/** The first day of a month that can be chosen, else its first day with sessions. */
export const firstDayIn = (monthId: string, dates: Dates): string | undefined =>
  firstOpenOf(
    Object.keys(dates).filter((date) => monthOf(date) === monthId),
    dates,
  )

function firstOpenOf(days: string[], dates: Dates): string | undefined {
  const inOrder = days.toSorted()
  return inOrder.find((date) => isOpenStatus(dates[date]?.status)) ?? inOrder[0]
}

/**
 * The only day that Tab reaches: the chosen one, else the first that can be chosen, else the first.
 */
export function tabStopOf(dates: Dates, selected: string | undefined): string | undefined {
  if (selected && dates[selected]) return selected
  return firstOpenOf(Object.keys(dates), dates)
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

/** Names of the days, in the order of the locale's week. */
export function weekdayNames(locale: string): { short: string; long: string }[] {
  let names = weekdays.get(locale)
  if (!names) {
    const format = (weekday: 'short' | 'long') =>
      new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' })
    const [short, long] = [format('short'), format('long')]
    const firstWeekday = firstWeekdayOf(locale)
    // 2023-01-01 was a Sunday.
    names = Array.from({ length: 7 }, (_, day) => {
      const date = new Date(Date.UTC(2023, 0, 1 + firstWeekday + day, 12))
      return { short: short.format(date), long: long.format(date) }
    })
    weekdays.set(locale, names)
  }
  return names
}
