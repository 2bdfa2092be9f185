import { formatter } from './formatter.ts'

/** The instant in the zone's local time with its offset: '2026-11-21T19:30:00-05:00'. */
export function zonedIso(instant: string, timeZone: string): string {
  const at = new Date(instant)
  const offset = offsetMillis(at, timeZone)
  const wall = (millis: number) => new Date(millis).toISOString()
  const sign = offset < 0 ? '-' : '+'
  return `${wall(at.getTime() + offset).slice(0, 19)}${sign}${wall(Math.abs(offset)).slice(11, 16)}`
}

/**
 * The instant at which local time in `timeZone` is `date` and `minutes` after midnight. In the hour
 * that occurs twice in autumn it is the first of the two; a time in the hour that is skipped in
 * spring is moved on by an hour, as clocks are.
 */
export function instantOf(date: string, minutes: number, timeZone: string): Date {
  const wanted = Date.parse(`${date}T00:00:00Z`) + minutes * 60_000
  // No zone changes its offset twice within two days, so one of these two offsets is right at the
  // wanted time.
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
