/** At most `most` of something within `seconds`; with `seconds: Infinity` that many in all. */
export interface RateWindow {
  seconds: number
  most: number
}

/**
 * In how many seconds one more fits into every window: 0 now, Infinity never. `ages` are those of
 * what already happened, in seconds, newest first, all of one clock; the oldest need not be among
 * them beyond {@link mostOf}. A negative age is one that is planned.
 */
export function secondsUntilRoom(ages: readonly number[], windows: readonly RateWindow[]): number {
  const waits = windows.map(({ seconds, most }) => {
    const age = ages[most - 1]
    return age === undefined ? 0 : Math.max(0, seconds - age)
  })
  return Math.max(0, ...waits)
}

/** How many of the newest ages the windows look at. */
export const mostOf = (windows: readonly RateWindow[]): number =>
  Math.max(0, ...windows.map(({ most }) => most))

/** The longest of the windows, in seconds. */
export const longestOf = (windows: readonly RateWindow[]): number =>
  Math.max(0, ...windows.map(({ seconds }) => seconds))

/** '1 minute', '35 minutes' or '5 hours': a wait in words, never too short. */
export function waitText(seconds: number): string {
  const minutes = Math.max(1, Math.ceil(seconds / 60))
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.ceil(seconds / 3600)} hours`
}
