import { secondsUntil } from '@foyer/domain'
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
