/**
 * What can go wrong with a webhook: `twice` is delivered again later, `late` is overtaken by others,
 * and `lost` is never sent, so that only the list of events has it.
 */
export const MISHAPS = ['twice', 'late', 'lost'] as const

export type Mishap = (typeof MISHAPS)[number]

export interface RandomMishaps {
  seed: number
  /** The share of events that each hits, 0 to 1; together at most 1. */
  chances: Partial<Record<Mishap, number>>
  /** The delay of a late event in milliseconds; 1,000 by default. */
  lateMs?: number
}

/** How webhooks are sent; tests change it at any time. */
export interface Webhooks {
  /** Waits for this time before every later delivery. */
  delay(ms: number): void
  /** Sends every later event this many times. */
  duplicate(times: number): void
  /** Holds events back until `release`. */
  hold(): void
  /** Sends what was held back, in the order it happened or in reverse. */
  release(order?: 'as-sent' | 'reversed'): void
  /**
   * Injects mishaps at random; the same seed and order of events give the same ones.
   *
   * @throws RangeError if the chances add up to more than 1.
   */
  randomly(mishaps: RandomMishaps): void
  /** Sends what was held back, and every later event once, in order and at once. */
  reset(): void
  /** Sends an event again, delivered or not. */
  resend(eventId: string): void
  /** Resolves when nothing is left to send or to retry, except what is held back. */
  idle(): Promise<void>
}
