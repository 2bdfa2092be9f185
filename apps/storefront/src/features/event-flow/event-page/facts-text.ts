import type { CalendarView, EventFactsView, EventView } from '@foyer/contract'
import {
  type ChangePolicy,
  formatDay,
  formatRun,
  formatShortDate,
  isOpenStatus,
  knownZone,
  localDateOf,
} from '@foyer/domain'

/** The facts of an event as short texts. A line says what matters, and a note adds to it. */

export interface FactText {
  line: string
  note?: string | undefined
}

/** A run this long has the same month and day in two years, so its ends need their years. */
const LONG_RUN_DAYS = 300
const DAY_MILLISECONDS = 86_400_000

type Dates = Pick<EventView, 'date' | 'venue_timezone' | 'calendarStartDate' | 'calendarEndDate'>

/**
 * The days on sale and, if the first of them is sold out, the next one that is not. `calendar` is
 * undefined if it could not be loaded: the event itself then knows its first and last day.
 */
export function whenText(
  event: Dates,
  calendar: CalendarView | undefined,
  locale: string,
): FactText {
  const days = Object.keys(calendar?.dates ?? {}).sort()
  const ends = [event.calendarStartDate, event.calendarEndDate].filter((day) => day !== null)
  const only = event.date
    ? [localDateOf(new Date(event.date), knownZone(event.venue_timezone))]
    : []
  const line =
    runText(days, locale) ?? runText(ends, locale, ' – ') ?? runText(only, locale) ?? 'Date TBD'
  const isOpen = (day: string | undefined) =>
    day !== undefined && (!calendar || isOpenStatus(calendar.dates[day]?.status))
  const next = isOpen(days[0]) ? undefined : days.find(isOpen)
  return { line, note: next && `Next with tickets: ${runText([next], locale)}` }
}

/**
 * The days of an event: 'Sat, Dec 5, 2026', 'Dec 5 and Dec 6, 2026', 'Nov 24 – Jan 3, 2027'. `days`
 * are calendar dates in order; null without any.
 */
function runText(
  days: readonly string[],
  locale: string,
  joint = days.length === 2 ? ' and ' : ' – ',
): string | null {
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return null
  if (first === last) {
    return formatDay(first, locale, { weekday: 'short', year: 'numeric' })
  }
  const isLong = Date.parse(last) - Date.parse(first) > LONG_RUN_DAYS * DAY_MILLISECONDS
  if (isLong) return formatShortDate(first, locale) + joint + formatShortDate(last, locale)
  return formatRun(first, last, locale, joint)
}

/** 'HH:MM' as the locale writes it: '7:30 PM'. */
export function timeText(time: string, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return format.format(new Date(`2000-01-01T${time}:00Z`))
}

/** Up to this many start times are named; of more, the first and the last. */
const NAMED_TIMES = 3

/** 'Starts at 7:30 PM', '2:30 PM or 7:30 PM', '10:00 AM to 8:00 PM'; null without any. */
export function startsText(times: readonly string[], locale: string): string | null {
  const words = times.map((time) => timeText(time, locale))
  const [first] = words
  if (!first) return null
  if (words.length === 1) return `Starts at ${first}`
  if (words.length > NAMED_TIMES) return `${first} to ${words.at(-1)}`
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(words)
}

/** '2 h 20 min', '45 min', '2 h'. */
export function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`]
    .filter(Boolean)
    .join(' ')
}

/** How long sessions last: one length, or the shortest and the longest; null if none is planned. */
export function lengthText({ durationMinutes }: EventFactsView): string | null {
  if (!durationMinutes) return null
  const { shortest, longest } = durationMinutes
  if (shortest === longest) return minutesText(shortest)
  return `${minutesText(shortest)} to ${minutesText(longest)}`
}

/** When people are let in: as a time if all sessions start at the same, else before the start. */
export function doorsText(
  { doorsMinutes, startTimes }: EventFactsView,
  locale: string,
): FactText | null {
  if (doorsMinutes === null) return null
  if (doorsMinutes === 0) return { line: 'Open at the start' }
  const [start] = startTimes
  if (!start || startTimes.length > 1) {
    return { line: `${minutesText(doorsMinutes)} before the start` }
  }
  const [hours = 0, minutes = 0] = start.split(':').map(Number)
  const at = (hours * 60 + minutes - doorsMinutes + 24 * 60) % (24 * 60)
  const time = [Math.floor(at / 60), at % 60].map((part) => String(part).padStart(2, '0')).join(':')
  return { line: timeText(time, locale), note: `${minutesText(doorsMinutes)} before the start` }
}

/** For whom the event is; null if the organizer has stated neither an age nor a note. */
export function ageText({ minimumAge, ageNote }: EventFactsView): FactText | null {
  const note = ageNote ?? undefined
  if (minimumAge === null) return note === undefined ? null : { line: note }
  return { line: minimumAge === 0 ? 'All ages' : `${minimumAge} and over`, note }
}

const WHOLE_PPM = 1_000_000
const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 24 * 60

/**
 * Whether a ticket can be given back, in a few words; the sentences of the policy say the rest. The policy
 * is for changes that a buyer wants: it does not count once the event was called off.
 */
export function refundsText(
  { cancel, reschedule }: ChangePolicy,
  locale: string,
  { sessionCount, status }: Pick<EventView, 'sessionCount' | 'status'>,
): FactText {
  if (status === 'called_off') return { line: 'Money back', note: 'Or another date' }
  const note = reschedule.isAllowed && sessionCount > 1 ? 'The date can be changed' : undefined
  const best = cancel.isAllowed
    ? cancel.shares.reduce<ChangePolicy['cancel']['shares'][number] | null>(
        (most, share) => (most && most.ratePpm >= share.ratePpm ? most : share),
        null,
      )
    : null
  if (!best || best.ratePpm === 0) return { line: 'No refunds', note }
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const amount =
    best.ratePpm === WHOLE_PPM ? 'Full refund' : `${share.format(best.ratePpm / WHOLE_PPM)} back`
  return { line: `${amount} ${untilText(Math.max(best.untilMinutes, cancel.untilMinutes))}`, note }
}

function untilText(minutes: number): string {
  if (minutes === 0) return 'until the start'
  if (minutes < 0) return `until ${minutesText(-minutes)} after the start`
  if (minutes % MINUTES_PER_DAY === 0) {
    return `until ${minutes === MINUTES_PER_DAY ? '1 day' : `${minutes / MINUTES_PER_DAY} days`} before`
  }
  return minutes % MINUTES_PER_HOUR === 0
    ? `until ${minutes / MINUTES_PER_HOUR} h before`
    : `until ${minutesText(minutes)} before`
}
