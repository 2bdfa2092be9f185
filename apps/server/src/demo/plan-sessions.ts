import { addDays, formatTime, instantOf, weekdayOf } from '@foyer/domain'
import {
  type DemoEvent,
  type DemoSchedule,
  type DemoType,
  WEEKDAYS,
  type Weekday,
} from './demo-types.ts'

export interface PlannedSession {
  startsAt: Date
  endsAt: Date
  localDate: string
  /** The start in minutes after midnight, for prices by the hour. */
  minutes: number
}

/** Plans all sessions of a schedule, from `today` (a date in the venue's zone). */
export function planSessions(
  schedule: DemoSchedule,
  today: string,
  timeZone: string,
): PlannedSession[] {
  return datesOf(schedule, today).flatMap((localDate) =>
    startsOn(schedule, localDate).map((minutes) => {
      const startsAt = instantOf(localDate, minutes, timeZone)
      const endsAt = new Date(startsAt.getTime() + schedule.durationMinutes * 60_000)
      return { startsAt, endsAt, localDate, minutes }
    }),
  )
}

/** The price of a type in a session: dynamic prices rise on weekends and around noon and 8 PM. */
export function demoPrice(type: DemoType, session: PlannedSession): number {
  if (typeof type.price === 'number') return type.price
  const isWeekend = ['Saturday', 'Sunday'].includes(weekdayNameOf(session.localDate))
  const hour = session.minutes / 60
  const isPeak = (hour >= 11 && hour < 15) || (hour >= 19 && hour < 21)
  return type.price.base + (isWeekend ? type.price.weekend : 0) + (isPeak ? type.price.peak : 0)
}

/** '10:15 AM entry' if buyers pick the start, else 'Saturday evening'. */
export function demoSessionName(
  event: DemoEvent,
  session: PlannedSession,
  timeZone: string,
): string {
  if (event.timedEntry) return `${formatTime(session.startsAt.toISOString(), timeZone)} entry`
  const hour = session.minutes / 60
  const part = hour < 12 ? 'morning' : hour < 17 ? 'afternoon' : 'evening'
  return `${weekdayNameOf(session.localDate)} ${part}`
}

function datesOf(schedule: DemoSchedule, today: string): string[] {
  if (schedule.kind === 'season') {
    const { days, opensInDays = 0, weekdays = WEEKDAYS } = schedule
    return Array.from({ length: days - opensInDays }, (_, index) =>
      addDays(today, opensInDays + index),
    ).filter((date) => weekdays.includes(weekdayNameOf(date)))
  }
  const { inDays, firstOn } = schedule
  const first = weekdayOf(addDays(today, inDays[0] ?? 0))
  const wait = firstOn ? (WEEKDAYS.indexOf(firstOn) - first + 7) % 7 : 0
  return inDays.map((days) => addDays(today, days + wait))
}

function startsOn(schedule: DemoSchedule, date: string): number[] {
  if (schedule.kind === 'dates') {
    const { at, saturdayAt = at } = schedule
    return (weekdayNameOf(date) === 'Saturday' ? saturdayAt : at).map(minutesOf)
  }
  const [from, to] = [minutesOf(schedule.from), minutesOf(schedule.to)]
  const count = Math.floor((to - from) / schedule.everyMinutes) + 1
  return Array.from({ length: count }, (_, index) => from + index * schedule.everyMinutes)
}

const weekdayNameOf = (date: string): Weekday => WEEKDAYS[weekdayOf(date)] ?? 'Sunday'

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
