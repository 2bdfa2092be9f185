/** Instants as the person reads them: in the browser's zone, in the app's language. */

const EXACT = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const AGO = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** With weekday, seconds and zone, for a title. */
export const exactText = (instant: string): string => EXACT.format(new Date(instant))

/** 'Nov 23, 2026' */
export const dayText = (instant: string): string => DAY.format(new Date(instant))

const STEPS = [
  { unit: 'minute', seconds: 60 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'day', seconds: 86_400 },
] as const

/** '5 minutes ago', 'in 2 days', or the day if it is more than four weeks away. */
export function agoText(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000
  const size = Math.abs(seconds)
  if (size < 60) return 'just now'
  if (size > 28 * 86_400) return dayText(instant)
  const step = STEPS.findLast((candidate) => size >= candidate.seconds) ?? STEPS[0]
  return AGO.format(Math.round(seconds / step.seconds), step.unit)
}
