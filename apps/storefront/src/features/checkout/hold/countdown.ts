import { ANNOUNCED_SECONDS, secondsUntil } from '@foyer/domain'
import { useEffect, useState } from 'react'

/** Four updates a second keep the shown second right even if the timer drifts. */
const UPDATE_MILLISECONDS = 250

/**
 * Whole seconds until `expiresAt` by the server's clock; renders again only when they change. Null
 * until the end is known.
 */
export function useSecondsLeft(expiresAt: string, clockOffset: number): number
export function useSecondsLeft(expiresAt: string | null, clockOffset: number): number | null
export function useSecondsLeft(expiresAt: string | null, clockOffset: number): number | null {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt, clockOffset))
  useEffect(() => {
    const update = () => setSeconds(secondsLeft(expiresAt, clockOffset))
    update()
    const timer = setInterval(update, UPDATE_MILLISECONDS)
    // A phone that slept shows the right time at once.
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [expiresAt, clockOffset])
  return seconds
}

const secondsLeft = (expiresAt: string | null, clockOffset: number): number | null =>
  expiresAt === null ? null : secondsUntil(expiresAt, Date.now() + clockOffset)

/**
 * What a screen reader says when the countdown moves from `before` to `now` seconds: the mark that
 * was just passed, or null. A device that slept may pass several; only the last one still matters.
 * `moreMinutes` can still be added; null if none can.
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
