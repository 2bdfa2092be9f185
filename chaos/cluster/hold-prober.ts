import { setTimeout as delay } from 'node:timers/promises'
import type { Sale } from '../sale.ts'

const EVERY_MS = 100
const GIVES_UP_MS = 40_000
const CART = '12345'

type ProbedSale = Pick<Sale, 'eventId' | 'sessionIds' | 'typeIds'>

interface Grant {
  sentAt: number
  answeredAt: number
}

/**
 * Asks for a hold ten times a second, each time as a new buyer and without waiting for earlier
 * answers, to measure for how long none is granted. Times are of `performance.now()`.
 */
export class HoldProber {
  readonly #url: string
  readonly #sale: ProbedSale
  readonly #headers: Record<string, string>
  readonly #grants: Grant[] = []
  readonly #asking: Promise<void>
  #isOver = false
  /** Answers by status; 0 for none. */
  readonly answers = new Map<number, number>()
  /** Answers 503 without Retry-After. */
  silentRefusals = 0

  /** `headers` name the shop, if it has no host of its own. */
  constructor(url: string, sale: ProbedSale, headers: Record<string, string> = {}) {
    this.#url = url
    this.#sale = sale
    this.#headers = headers
    this.#asking = this.#ask()
  }

  /** Milliseconds from `at` until a hold was granted that was asked for after it. */
  async firstGrantAfter(at: number): Promise<number> {
    for (;;) {
      const granted = this.#grants.filter(({ sentAt }) => sentAt >= at)
      if (granted.length > 0) return Math.min(...granted.map((one) => one.answeredAt)) - at
      if (performance.now() - at > 2 * GIVES_UP_MS) throw new Error('no hold was granted any more')
      await delay(10)
    }
  }

  /** The longest time without a grant since `at`, in milliseconds. */
  longestPauseSince(at: number): number {
    const times = [at, ...this.#grants.map((grant) => grant.answeredAt).filter((time) => time > at)]
    const sorted = times.toSorted((a, b) => a - b)
    return Math.max(...sorted.map((time, index) => time - (sorted[index - 1] ?? time)))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#asking
  }

  async #ask(): Promise<void> {
    const open = new Set<Promise<void>>()
    while (!this.#isOver) {
      const one = this.#askOnce().finally(() => open.delete(one))
      open.add(one)
      await delay(EVERY_MS)
    }
    await Promise.all(open)
  }

  async #askOnce(): Promise<void> {
    const { eventId, sessionIds, typeIds } = this.#sale
    const sentAt = performance.now()
    try {
      const response = await fetch(`${this.#url}/api/checkout/carts/${CART}/hold`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#headers },
        body: JSON.stringify({
          eventId,
          // The last session has no limit.
          sessionId: sessionIds.at(-1),
          tickets: [{ ticketTypeId: typeIds[0], quantity: 1 }],
        }),
        signal: AbortSignal.timeout(GIVES_UP_MS),
      })
      await response.arrayBuffer()
      this.#count(response.status)
      if (response.status === 503 && !response.headers.has('retry-after')) this.silentRefusals += 1
      if (response.status === 201) this.#grants.push({ sentAt, answeredAt: performance.now() })
    } catch {
      this.#count(0)
    }
  }

  #count(status: number): void {
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1)
  }
}
