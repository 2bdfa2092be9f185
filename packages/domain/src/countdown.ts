import { HOLD_URGENT_SECONDS } from './constants.ts'

/** Whole seconds left until `expiresAt`, never below 0. `now` is server time in milliseconds. */
export const secondsUntil = (expiresAt: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000))

/** m:ss, and 'Time expired' at 0. */
export function formatCountdown(seconds: number): string {
  if (seconds <= 0) return 'Time expired'
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export const isUrgent = (seconds: number): boolean => seconds <= HOLD_URGENT_SECONDS

/** A screen reader announces the countdown at these seconds only. */
export const ANNOUNCED_SECONDS = [300, 120, 60] as const
