const OPEN_DELAY_MILLISECONDS = 700
const SKIP_DELAY_MILLISECONDS = 300

/**
 * How long a tooltip waits before it opens, in milliseconds: who goes from one to the next within a
 * moment reads them, and need not wait again. Both times are of one clock, in milliseconds.
 */
export const openDelay = (now: number, lastClosedAt: number): number =>
  now - lastClosedAt < SKIP_DELAY_MILLISECONDS ? 0 : OPEN_DELAY_MILLISECONDS
