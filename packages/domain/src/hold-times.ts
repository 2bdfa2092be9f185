import { HOLD_SECONDS, MORE_TIME_SECONDS, MORE_TIME_TOTAL_SECONDS } from './constants.ts'

/** What decides how much longer a hold may last. */
export interface HeldUntil {
  createdAt: Date
  expiresAt: Date
  /** When its session ends to be on sale: no hold is made to last beyond. */
  salesEndAt: Date
}

/**
 * Whole minutes that one call for more time adds to each hold of a cart: what the one that can get
 * least may still get, so that they end together; 0 when nothing is left. It depends on no clock: what
 * the buyer was told is what they get.
 */
export function moreTimeMinutes(holds: readonly HeldUntil[]): number {
  if (holds.length === 0) return 0
  const seconds = holds.map(({ createdAt, expiresAt, salesEndAt }) => {
    const usedSeconds = (expiresAt.getTime() - createdAt.getTime()) / 1000 - HOLD_SECONDS
    const onSaleSeconds = (salesEndAt.getTime() - expiresAt.getTime()) / 1000
    return Math.min(MORE_TIME_SECONDS, MORE_TIME_TOTAL_SECONDS - usedSeconds, onSaleSeconds)
  })
  return Math.max(0, Math.floor(Math.min(...seconds) / 60))
}
