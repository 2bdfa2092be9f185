import { setTimeout as delay } from 'node:timers/promises'
import { Browser, type Crowd, NeverAnswered, openAgent } from './browser.ts'
import type { Problems, Visit } from './journal.ts'
import type { Sale } from './sale.ts'
import { playVisit } from './visit.ts'

const FIRST_CART_NUMBER = 10_000
/** After this many carts a buyer is replaced by a new one without a cookie. */
const CARTS_PER_BROWSER = 5
const STANDSTILL_MS = 40_000

export interface LoadOptions {
  urls: readonly string[]
  sale: Sale
  problems: Problems
  clients: number
  /** Visits begun per second by all clients together; if absent, each begins its next visit at once. */
  visitsPerSecond?: number
  /** As in {@link Crowd}. */
  onFailure?: (what: string) => void
}

/** Buyers that make one visit after another until the load is stopped. */
export class Load {
  /** Number of answers so far, and of those that acknowledge something. */
  operations = 0
  acknowledged = 0
  visitsBegun = 0
  /** Milliseconds of each answer since the last {@link takeLatencies}. */
  #latencies: number[] = []
  #isOver = false
  readonly #visits: Visit[] = []
  readonly #options: LoadOptions
  readonly #clients: Promise<unknown>
  readonly #crowd: Crowd

  constructor(options: LoadOptions) {
    this.#options = options
    this.#crowd = {
      urls: options.urls,
      agent: openAgent(),
      onAnswer: (milliseconds, status) => {
        this.operations += 1
        if (status < 300) this.acknowledged += 1
        this.#latencies.push(milliseconds)
      },
      onSilence: (what) => options.problems.add('unanswered', what),
      ...(options.onFailure ? { onFailure: options.onFailure } : {}),
    }
    const clients = Array.from({ length: options.clients }, (_, index) => this.#come(index))
    this.#clients = Promise.all(clients)
  }

  /** Resolves after a number of further acknowledged answers; their absence is a problem. */
  async untilAcknowledged(further: number): Promise<void> {
    const goal = this.acknowledged + further
    const giveUpAt = performance.now() + STANDSTILL_MS
    while (this.acknowledged < goal) {
      if (performance.now() > giveUpAt) {
        const text = `fewer than ${further} answers in ${STANDSTILL_MS / 1000} s`
        this.#options.problems.add('unanswered', text)
        return
      }
      await delay(10)
    }
  }

  takeLatencies(): number[] {
    const taken = this.#latencies
    this.#latencies = []
    return taken
  }

  /** Waits until every visit under way has ended and returns all visits. */
  async stop(): Promise<Visit[]> {
    this.#isOver = true
    await this.#clients
    this.#crowd.agent.destroy()
    return this.#visits
  }

  async #come(index: number): Promise<void> {
    const { clients, visitsPerSecond, sale, problems } = this.#options
    const everyMs = visitsPerSecond ? (1000 * clients) / visitsPerSecond : 0
    let nextAt = performance.now() + (everyMs * index) / clients
    for (let count = 0, browser = new Browser(this.#crowd); !this.#isOver; count += 1) {
      if (count % CARTS_PER_BROWSER === 0) browser = new Browser(this.#crowd)
      await delay(Math.max(0, nextAt - performance.now()))
      nextAt += everyMs
      const visit = newVisit(FIRST_CART_NUMBER + (count % CARTS_PER_BROWSER))
      this.visitsBegun += 1
      try {
        await playVisit(browser, sale, visit, problems)
        visit.isSettled = true
      } catch (error) {
        if (!(error instanceof NeverAnswered)) throw error
      }
      if (visit.acknowledged.length > 0) this.#visits.push(visit)
    }
  }
}

const newVisit = (cartNumber: number): Visit => ({
  browserId: '',
  cartNumber: String(cartNumber),
  acknowledged: [],
  holdIds: [],
  held: [],
  sold: [],
  orderId: null,
  isSettled: false,
})
