/** At most `most` events within `seconds`; with `seconds: Infinity`, so many in total. */
export interface RateWindow {
  seconds: number
  most: number
}

/**
 * Returns in how many seconds one more event fits into every window: 0 is now, Infinity is never.
 * `ages` are the ages of past events in seconds, newest first, by one clock; only the newest {@link
 * mostOf} are needed. A negative age is a planned event.
 */
export function secondsUntilRoom(ages: readonly number[], windows: readonly RateWindow[]): number {
  const waits = windows.map(({ seconds, most }) => {
    const age = ages[most - 1]
    return age === undefined ? 0 : Math.max(0, seconds - age)
  })
  return Math.max(0, ...waits)
}

/** How many of the newest ages the windows need. */
export const mostOf = (windows: readonly RateWindow[]): number =>
  Math.max(0, ...windows.map(({ most }) => most))

/** The longest of the windows, in seconds. */
export const longestOf = (windows: readonly RateWindow[]): number =>
  Math.max(0, ...windows.map(({ seconds }) => seconds))

/** A wait in words, such as '1 minute', '35 minutes' or '5 hours'; never shorter than the wait. */
export function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
