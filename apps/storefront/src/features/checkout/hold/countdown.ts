import { ANNOUNCED_SECONDS } from '@foyer/domain'

/**
 * What a screen reader hears as the countdown moves from `before` to `now` seconds: the mark just
 * passed, or null. A sleeping device may jump over several; only the last one still matters.
 */
export function announcementOf(before: number | null, now: number): string | null {
  if (before === null || now <= 0) return null
  const passed = ANNOUNCED_SECONDS.filter((mark) => before > mark && now <= mark)
  const mark = Math.min(...passed)
  if (!Number.isFinite(mark)) return null
  const minutes = mark / 60
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} left to complete your purchase`
}

/** Milliseconds the server's clock is ahead of this device's. */
export const clockOffset = (serverTime: string, receivedAt: number): number =>
  Date.parse(serverTime) - receivedAt
