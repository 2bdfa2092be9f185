const OPEN_DELAY_MILLISECONDS = 700
const SKIP_DELAY_MILLISECONDS = 300

/**
 * How long a tooltip waits before it opens, in milliseconds. A reader who moves from one to the
 * next within a moment does not wait again. Both times are of the same clock, in milliseconds.
 */
export const openDelay = (now: number, lastClosedAt: number): number =>
  now - lastClosedAt < SKIP_DELAY_MILLISECONDS ? 0 : OPEN_DELAY_MILLISECONDS
