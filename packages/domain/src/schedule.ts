/**
 * When the sessions of an event repeat: the days of a rule (RFC 5545) with exceptions, times of each
 * day, and what differs by weekday and time. All of it is by the clocks of the venue.
 */

/** The most sessions that one plan creates or changes. */
export const BULK_SESSIONS = 10_000
/** The most days between the first and the last of a rule: five years. */
export const SCHEDULE_DAYS = 1827
export const DAY_MINUTES = 24 * 60

/** Each of these times, as '19:30'; or every so many minutes from the first time to the last. */
export type ClockTimes =
  | { at: readonly string[] }
  | { first: string; last: string; everyMinutes: number }

/** The bulk changes of sessions: what each does, in words that follow 'touches 12 sessions'. */
export const BULK_KINDS = ['create', 'edit', 'close', 'reopen', 'call_off'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/**
 * working -> done; stopping -> stopped at the end of the slice in progress, and on again with working;
 * failed: the rest cannot be done any more, and what was done stays.
 */
export const BULK_STATES = ['working', 'stopping', 'stopped', 'done', 'failed'] as const
export type BulkState = (typeof BULK_STATES)[number]

/** Minutes after midnight of a time such as '19:30'; null if it is none. */
export function minutesOf(time: string): number | null {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? []
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes)
}

/** '19:30' of minutes after midnight, which may be of the next day. */
export function timeOf(minutes: number): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`
}

/**
 * The starts of a day in minutes after its midnight, in order, each once. A last time before the first
 * is one of the next day: from 22:00 to 02:00. A time that is none is left out.
 */
export function startsOfDay(times: ClockTimes): number[] {
  if ('at' in times) {
    const all = times.at.map(minutesOf).filter((minutes) => minutes !== null)
    return [...new Set(all)].sort((one, other) => one - other)
  }
  const first = minutesOf(times.first)
  const last = minutesOf(times.last)
  const { everyMinutes } = times
  if (first === null || last === null || everyMinutes < 1) return []
  const end = last < first ? last + DAY_MINUTES : last
  return Array.from(
    { length: Math.floor((end - first) / everyMinutes) + 1 },
    (_, index) => first + index * everyMinutes,
  )
}

/** Sessions that start on these weekdays (0 is Sunday; none: on all) from `from` until before `to`. */
export interface ScheduleMatch {
  weekdays: readonly number[]
  from?: string | undefined
  to?: string | undefined
}

/** Whether a session that starts on this weekday at this time, in minutes, is one of those. */
export function isMatch({ weekdays, from, to }: ScheduleMatch, weekday: number, minutes: number) {
  const start = minutes % DAY_MINUTES
  return (
    (weekdays.length === 0 || weekdays.includes(weekday)) &&
    (from === undefined || start >= (minutesOf(from) ?? 0)) &&
    (to === undefined || start < (minutesOf(to) ?? DAY_MINUTES))
  )
}
