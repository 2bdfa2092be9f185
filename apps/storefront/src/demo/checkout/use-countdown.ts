import { HOLD_SECONDS, secondsUntil } from '@foyer/domain'
import { useEffect, useState } from 'react'

/**
 * Seconds left of 15 minutes from the moment the page came to life; null before that, so that a
 * press before it reaches nothing.
 */
export function useCountdown(): number | null {
  const [seconds, setSeconds] = useState<number | null>(null)
  useEffect(() => {
    const expiresAt = new Date(Date.now() + HOLD_SECONDS * 1000).toISOString()
    const tick = () => setSeconds(secondsUntil(expiresAt, Date.now()))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
