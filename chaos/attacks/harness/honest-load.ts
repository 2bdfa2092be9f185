import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Visit } from '../../journal.ts'
import type { Answer } from '../../send-json.ts'
import { freshAddress } from './addresses.ts'
import type { Site } from './attack.ts'
import { Person } from './person.ts'

const BUYERS = 48
/**
 * Visits begun per second by all buyers together. This load uses only a part of one core, so the
 * quiet p99 is that of a server with capacity to spare, and a loss to the attacker is visible.
 */
const VISITS_PER_SECOND = 24

/** What honest buyers measured since the last reading. */
export interface Met {
  /** Milliseconds per answer; a missing answer counts with the time its client waited. */
  latencies: number[]
  /** Refusals, each with the call and the status; status 0 means no answer. */
  refusals: { status: number; text: string }[]
}

export interface HonestOptions {
  /** They also read pages. */
  readsPages: boolean
  /** Some start a payment, which creates an intent. */
  pays: boolean
}

/**
 * 48 honest buyers at a time. Each visit is another person with their own browser and address, who
 * reads the calendar and the availability, holds two tickets, and orders them, starts to pay, or
 * leaves.
 */
export class HonestLoad {
  readonly #site: Site
  readonly #options: HonestOptions
  // Keep-alive: a buyer's browser uses one connection for the whole visit.
  readonly #agent = new Agent({ keepAlive: true })
  readonly #visits: Visit[] = []
  readonly #buyers: Promise<unknown>
  #met: Met = { latencies: [], refusals: [] }
  #isOver = false
  operations = 0
  acknowledged = 0

  constructor(site: Site, options: HonestOptions) {
    this.#site = site
    this.#options = options
    this.#buyers = Promise.all(Array.from({ length: BUYERS }, (_, index) => this.#come(index)))
  }

  take(): Met {
    const met = this.#met
    this.#met = { latencies: [], refusals: [] }
    return met
  }

  /** Waits until every visit has ended and returns all of them. */
  async stop(): Promise<Visit[]> {
    this.#isOver = true
    await this.#buyers
    this.#agent.destroy()
    return this.#visits
  }

  async #come(index: number): Promise<void> {
    const everyMs = (1000 * BUYERS) / VISITS_PER_SECOND
    let nextAt = performance.now() + (everyMs * index) / BUYERS
    for (let count = 0; !this.#isOver; count += 1) {
      await delay(Math.max(0, nextAt - performance.now()))
      // A visit that overruns its turn delays the next one: a buyer makes one visit at a time.
      nextAt = Math.max(nextAt + everyMs, performance.now())
      const visit = newVisit()
      const person = new Person(this.#site.url, this.#agent, freshAddress())
      visit.isSettled = await this.#visit(person, visit, index + count)
      if (visit.acknowledged.length > 0) this.#visits.push(visit)
    }
  }

  /** Whether the answers say for certain what the cart holds and has bought. */
  async #visit(person: Person, visit: Visit, turn: number): Promise<boolean> {
    const { eventId, sessionIds, freeTypeId, paidTypeId } = this.#site
    const isPaid = this.#options.pays && turn % 4 === 3
    const sessionId = sessionIds[turn % sessionIds.length] ?? ''
    const typeId = isPaid ? paidTypeId : freeTypeId
    const line = { sessionId, ticketTypeId: typeId, quantity: 2 }
    const email = `buyer-${performance.timeOrigin}-${this.operations}@example.com`

    if (this.#options.readsPages) {
      await this.#ask('the home page', () => person.ask('GET', '/'))
      await this.#ask('the page of the event', () => person.ask('GET', `/events-api/${eventId}`))
    }
    await this.#ask('the calendar', () => person.ask('GET', `/api/pricing/calendar/${eventId}`))
    const held = await this.#ask('a hold', () => person.hold({ eventId, sessionId, typeId }, 2))
    visit.browserId = person.browserId
    if (held?.status !== 201) return false
    visit.acknowledged.push(line)
    visit.held = [line]

    const cart = await this.#ask('the cart', () => person.ask('GET', '/api/checkout/carts/10000'))
    if (isPaid) {
      await this.#ask('pressing pay', () => person.startPayment(email))
      const total = cart?.body.quote?.totalMinor ?? 0
      await this.#ask('an intent', () => person.createIntent(eventId, total))
    } else if (turn % 2 === 0) {
      const ordered = await this.#ask('an order', () => person.order(eventId, email))
      if (!ordered?.body.orderId) return false
      visit.orderId = ordered.body.orderId
      visit.sold = visit.held
      visit.held = []
      return true
    }
    const released = await this.#ask('a release', () => person.release())
    visit.held = []
    return released?.status === 200
  }

  /** Returns null if the call was refused or never answered; both are counted. */
  async #ask(what: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    const startedAt = performance.now()
    const answer = await ask().catch((error: unknown) => String(error))
    this.#met.latencies.push(performance.now() - startedAt)
    this.operations += 1
    if (typeof answer === 'object' && answer.status < 400) {
      this.acknowledged += 1
      return answer
    }
    const status = typeof answer === 'object' ? answer.status : 0
    const reason = typeof answer === 'object' ? answer.body.code : answer
    this.#met.refusals.push({ status, text: `${what} was answered ${status} ${reason}` })
    return null
  }
}

const newVisit = (): Visit => ({
  browserId: '',
  cartNumber: '10000',
  acknowledged: [],
  holdIds: [],
  held: [],
  sold: [],
  orderId: null,
  isSettled: false,
})
