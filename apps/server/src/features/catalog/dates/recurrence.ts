import { granted, type Refused, type Result, type Schedule } from '@foyer/contract'
import type { SessionPattern } from '@foyer/db'
import {
  addDays,
  BULK_SESSIONS,
  DAY_MINUTES,
  instantOf,
  isMatch,
  SCHEDULE_DAYS,
  startsOfDay,
  timeOf,
  weekdayOf,
} from '@foyer/domain'
import { RRuleTemporal } from 'rrule-temporal'
import { invalidField } from '../../../engine/refusals.ts'

/** A session of a schedule, in the order of starts. */
interface PlannedSession {
  startsAt: Date
  /** The day of the rule that it belongs to; a start after midnight is on the next one. */
  date: string
  /** The position of what it has in common with others. */
  pattern: number
}

export interface ExpandedSchedule {
  sessions: PlannedSession[]
  patterns: SessionPattern[]
  /** Starts that the clocks skip on their day, so that they are an hour later. */
  movedByClocks: Date[]
}

/**
 * The sessions of a schedule, by the clocks of the venue: a session at 10:00 is at 10:00 all year. A time
 * that occurs twice in autumn is the first of the two, and one that is skipped in spring is moved on by an
 * hour; if there is a session at that time already, both are one.
 */
export function expandSchedule(
  schedule: Schedule,
  timeZone: string,
): Result<ExpandedSchedule, 'validation_failed'> {
  const days = daysOf(schedule)
  if (!days.ok) return days
  const starts = startsOfDay(schedule.times)
  if (starts.length === 0) return wrong('times', 'Must have a time')
  const count = days.value.length * starts.length
  if (count > BULK_SESSIONS) {
    return wrong('to', `These would be ${count} dates; at most ${BULK_SESSIONS} are made at a time`)
  }
  const patterns = new Patterns(schedule)
  const movedByClocks: Date[] = []
  const byStart = new Map<number, PlannedSession>()
  for (const date of days.value) {
    for (const { minutes, startsAt, isMoved } of instantsOf(date, starts, timeZone)) {
      if (isMoved) movedByClocks.push(startsAt)
      if (byStart.has(startsAt.getTime())) continue
      const weekday = weekdayOf(addDays(date, Math.floor(minutes / DAY_MINUTES)))
      const pattern = patterns.indexOf(weekday, minutes)
      byStart.set(startsAt.getTime(), { startsAt, date, pattern })
    }
  }
  const sessions = [...byStart.values()].sort(
    (one, other) => one.startsAt.getTime() - other.startsAt.getTime(),
  )
  return granted({ sessions, patterns: patterns.all, movedByClocks })
}

/** The days of the rule without the exceptions, with the extra ones, each once and in order. */
function daysOf({
  rule,
  from,
  to,
  exceptDates,
  extraDates,
}: Schedule): Result<string[], 'validation_failed'> {
  if (to < from) return wrong('to', 'Must not be before the first day')
  if (to > addDays(from, SCHEDULE_DAYS)) return wrong('to', 'Must be within five years')
  const ofRule = daysOfRule(rule, from, to)
  if (!ofRule.ok) return ofRule
  const except = new Set(exceptDates)
  const extra = extraDates.filter((date) => !except.has(date))
  const days = ofRule.value.filter((date) => !except.has(date))
  return granted([...new Set([...days, ...extra])].sort())
}

const DAY_RULES = /^FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)(;|$)/
const OF_TIMES = /(^|;)(BYHOUR|BYMINUTE|BYSECOND|RSCALE|SKIP)=/
/** Lists longer than this cost more than a rule of days needs. */
const LIST_ITEMS = 40

function daysOfRule(
  typed: string,
  from: string,
  to: string,
): Result<string[], 'validation_failed'> {
  const rule = typed.replace(/^RRULE:/i, '').toUpperCase()
  if (!/^[A-Z0-9=;,+-]+$/.test(rule))
    return wrong('rule', 'Must be a rule like FREQ=WEEKLY;BYDAY=SA')
  if (!DAY_RULES.test(rule)) {
    return wrong('rule', 'Must begin with FREQ=DAILY, WEEKLY, MONTHLY or YEARLY')
  }
  if (OF_TIMES.test(rule)) return wrong('rule', 'Must be a rule of days: times are given apart')
  if (rule.split(';').some((part) => part.split(',').length > LIST_ITEMS)) {
    return wrong('rule', `Must not have a list of more than ${LIST_ITEMS}`)
  }
  // UNTIL may be a date, or an instant as calendars write it; the library wants what DTSTART is.
  const dated = rule.replace(/UNTIL=(\d{8})(T\d{6}Z?)?(?=;|$)/, 'UNTIL=$1T000000Z')
  const bounded = /(^|;)(UNTIL|COUNT)=/.test(dated)
    ? dated
    : `${dated};UNTIL=${to.replaceAll('-', '')}T000000Z`
  try {
    const days: string[] = []
    new RRuleTemporal({
      rruleString: `DTSTART:${from.replaceAll('-', '')}T000000Z\nRRULE:${bounded}`,
      strict: true,
      maxIterations: SCHEDULE_DAYS + 1,
      maxCandidateEvaluations: 10_000,
    }).all((day) => {
      const date = day.toPlainDate().toString()
      if (date <= to) days.push(date)
      return date < to
    })
    return granted(days)
  } catch (error) {
    // The library throws for a rule that is none, and for one that takes too long to work out.
    return wrong('rule', error instanceof Error ? error.message : 'Must be a rule of RFC 5545')
  }
}

const wrong = (field: string, message: string): Refused<'validation_failed'> =>
  invalidField(`schedule.${field}`, message)

/**
 * The instants of starts of a day. Most days have 24 hours, and then one look at the zone is enough for
 * all of them: ten thousand looks take a third of a second.
 */
function instantsOf(date: string, starts: readonly number[], timeZone: string) {
  const midnight = instantOf(date, 0, timeZone).getTime()
  const isPlain = instantOf(addDays(date, 2), 0, timeZone).getTime() - midnight === 2 * DAY_MILLIS
  return starts.map((minutes) => {
    const plain = new Date(midnight + minutes * 60_000)
    if (isPlain) return { minutes, startsAt: plain, isMoved: false }
    const day = addDays(date, Math.floor(minutes / DAY_MINUTES))
    const startsAt = instantOf(day, minutes % DAY_MINUTES, timeZone)
    return { minutes, startsAt, isMoved: clockOf(startsAt, timeZone) !== timeOf(minutes) }
  })
}

const DAY_MILLIS = DAY_MINUTES * 60_000

function clockOf(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return parts.format(instant)
}

/** What sessions have in common, each combination of variations once. */
class Patterns {
  readonly all: SessionPattern[] = []
  readonly #indexes = new Map<string, number>()
  readonly #schedule: Schedule

  constructor(schedule: Schedule) {
    this.#schedule = schedule
  }

  indexOf(weekday: number, minutes: number): number {
    const { variations } = this.#schedule
    const matching = variations.filter((variation) => isMatch(variation, weekday, minutes))
    const key = matching.map((variation) => variations.indexOf(variation)).join()
    const known = this.#indexes.get(key)
    if (known !== undefined) return known
    this.all.push(this.#merge(matching))
    this.#indexes.set(key, this.all.length - 1)
    return this.all.length - 1
  }

  #merge(matching: Schedule['variations']): SessionPattern {
    const { name, durationMinutes, capacity, roomId = null, types } = this.#schedule
    const prices = new Map(
      matching.flatMap((variation) =>
        variation.prices.map(({ ticketTypeId, priceMinor }) => [ticketTypeId, priceMinor] as const),
      ),
    )
    const varied = matching.findLast((variation) => variation.capacity !== undefined)
    return {
      name,
      durationMinutes,
      capacity: varied?.capacity === undefined ? capacity : varied.capacity,
      roomId,
      types: types.map((type) => {
        const price = prices.get(type.ticketTypeId)
        return price === undefined ? type : { ...type, priceMinor: price }
      }),
    }
  }
}
