import { ANNOUNCED_SECONDS, secondsUntil } from '@foyer/domain'
import { useEffect, useState } from 'react'

/** Four looks a second keep the shown second right whatever the timer's drift. */
const LOOK_MILLISECONDS = 250

/**
 * Whole seconds until `expiresAt` by the server's clock; renders again only when they change. Null
 * where the end is not known yet.
 */
export function useSecondsLeft(expiresAt: string, clockOffset: number): number
export function useSecondsLeft(expiresAt: string | null, clockOffset: number): number | null
export function useSecondsLeft(expiresAt: string | null, clockOffset: number): number | null {
  const [seconds, setSeconds] = useState(() => secondsLeft(expiresAt, clockOffset))
  useEffect(() => {
    const look = () => setSeconds(secondsLeft(expiresAt, clockOffset))
    look()
    const timer = setInterval(look, LOOK_MILLISECONDS)
    // A phone that slept shows the truth at once.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [expiresAt, clockOffset])
  return seconds
}

const secondsLeft = (expiresAt: string | null, clockOffset: number): number | null =>
  expiresAt === null ? null : secondsUntil(expiresAt, Date.now() + clockOffset)

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
