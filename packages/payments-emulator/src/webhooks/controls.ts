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
  /** How late; 1,000 unless said otherwise. */
  lateMs?: number
}

/** How webhooks are sent; tests change it on the fly. */
export interface Webhooks {
  /** Waits so long before every delivery from now on. */
  delay(ms: number): void
  /** Sends every event so many times from now on. */
  duplicate(times: number): void
  /** Keeps events back until `release`. */
  hold(): void
  /** Sends what was kept back, in the order it happened or the other way round. */
  release(order?: 'as-sent' | 'reversed'): void
  /**
   * Lets mishaps happen by chance, the same ones for the same seed and order of events.
   *
   * @throws RangeError when the chances come to more than 1.
   */
  randomly(mishaps: RandomMishaps): void
  /** Sends what was kept back, and everything from now on once, in order and at once. */
  calm(): void
  /** Sends an event again, delivered or not. */
  resend(eventId: string): void
  /** Settles when nothing is left to send or to retry, except what is held. */
  idle(): Promise<void>
}
