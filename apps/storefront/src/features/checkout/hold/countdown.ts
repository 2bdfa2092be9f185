import { ANNOUNCED_SECONDS } from '@foyer/domain'

/**
 * What a screen reader hears as the countdown moves from `before` to `now` seconds: the mark just
 * passed, or null. A sleeping device may jump over several; only the last one still matters.
 * `moreMinutes` is what can still be added.
 */
export function announcementOf(
  before: number | null,
  now: number,
  moreMinutes: number | null,
): string | null {
  if (before === null || now <= 0) return null
  const passed = ANNOUNCED_SECONDS.filter((mark) => before > mark && now <= mark)
  const mark = Math.min(...passed)
  if (!Number.isFinite(mark)) return null
  const left = `${minutesText(mark / 60)} left to complete your purchase`
  return moreMinutes === null ? left : `${left}. You can add ${minutesText(moreMinutes)}.`
}

const minutesText = (minutes: number): string =>
  `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`

/** Milliseconds the server's clock is ahead of this device's. */
export const clockOffset = (serverTime: string, receivedAt: number): number =>
  Date.parse(serverTime) - receivedAt
