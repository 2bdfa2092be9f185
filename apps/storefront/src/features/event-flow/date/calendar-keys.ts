import { addDays, type Weekday } from '@foyer/domain'
import { firstOfMonth, monthOf, weekOf } from './calendar-model.ts'

/**
 * The day to which a key moves the focus, or undefined for other keys. Only days with sessions take
 * the focus, including sold-out ones, so that three concerts in a year take three presses and not
 * three hundred.
 */
export function dayForKey(
  key: string,
  from: string,
  sessionDays: readonly string[],
  firstWeekday: Weekday,
): string | undefined {
  const onOrAfter = (date: string) => sessionDays.find((day) => day >= date)
  const onOrBefore = (date: string) => sessionDays.findLast((day) => day <= date)
  const week = weekOf(from, firstWeekday)
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
      return onOrAfter(week) ?? from
    case 'End':
      return onOrBefore(addDays(week, 6)) ?? from
    case 'PageDown':
      return onOrAfter(sameDayOfMonth(from, 1)) ?? sessionDays.at(-1) ?? from
    case 'PageUp':
      return onOrBefore(sameDayOfMonth(from, -1)) ?? sessionDays[0] ?? from
    default:
      return undefined
  }
}

/** The same day of the next or previous month; the 31st becomes the last day of a shorter month. */
function sameDayOfMonth(date: string, months: 1 | -1): string {
  const first = firstOfMonth(date)
  const target = firstOfMonth(addDays(first, months === 1 ? 31 : -1))
  const wanted = addDays(target, Number(date.slice(8)) - 1)
  return monthOf(wanted) === monthOf(target)
    ? wanted
    : addDays(firstOfMonth(addDays(target, 31)), -1)
}
