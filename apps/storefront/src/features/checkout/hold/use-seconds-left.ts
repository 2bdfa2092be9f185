import { secondsUntil } from '@foyer/domain'
import { useEffect, useState } from 'react'

/** Four looks a second keep the shown second right whatever the timer's drift. */
const LOOK_MILLISECONDS = 250

/** Whole seconds until `expiresAt` by the server's clock; renders again only when they change. */
export function useSecondsLeft(expiresAt: string, clockOffset: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(expiresAt, Date.now() + clockOffset))
  useEffect(() => {
    const look = () => setSeconds(secondsUntil(expiresAt, Date.now() + clockOffset))
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
