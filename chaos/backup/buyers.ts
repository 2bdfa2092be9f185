import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { BuiltEvent } from '@foyer/testkit/builder'
import { openAgent } from '../browser.ts'
import { type Cookie, sendJson } from '../send-json.ts'

const BUYERS = 16
const ORDERS = 0.6
const TIMEOUT_MS = 25_000
/** After a failure, which is usual while the database is gone. */
const REST_MS = 100

/** One acknowledged answer. Times are milliseconds of this machine's clock, which PostgreSQL has too. */
export interface Acknowledged {
  what: 'hold' | 'order'
  id: string
  sentAt: number
  answeredAt: number
}

/** Buyers who hold and order free tickets without a pause, and a journal of what was acknowledged. */
export class Buyers {
  readonly journal: Acknowledged[] = []
  readonly #url: string
  readonly #event: Pick<BuiltEvent, 'eventId' | 'sessionIds' | 'typeIds'>
  readonly #file: string
  readonly #agent = openAgent()
  readonly #done: Promise<unknown>
  #isOver = false

  /** Each line of the journal is also written to `file`. */
  constructor(url: string, event: BuiltEvent, file: string) {
    this.#url = url
    this.#event = event
    this.#file = file
    this.#done = Promise.all(Array.from({ length: BUYERS }, () => this.#buy()))
  }

  async untilAcknowledged(further: number): Promise<void> {
    const goal = this.journal.length + further
    while (this.journal.length < goal) await delay(10)
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#done
    this.#agent.destroy()
  }

  async #buy(): Promise<void> {
    const { eventId, sessionIds, typeIds } = this.#event
    while (!this.#isOver) {
      const cookie: Cookie = { text: null }
      const cartId = '10001'
      const line = { sessionId: sessionIds[0], ticketTypeId: typeIds[0], quantity: 1 }
      const held = await this.#send('hold', '/api/checkout/holds', { cartId, ...line }, cookie)
      if (!held) {
        await delay(REST_MS)
        continue
      }
      if (Math.random() > ORDERS) continue
      await this.#send('order', '/api/checkout/orders', { cartId, eventId, ...BUYER }, cookie)
    }
  }

  async #send(
    what: Acknowledged['what'],
    path: string,
    body: unknown,
    cookie: Cookie,
  ): Promise<boolean> {
    const sentAt = Date.now()
    try {
      const answer = await sendJson(new URL(path, this.#url), {
        method: 'POST',
        body,
        agent: this.#agent,
        timeoutMs: TIMEOUT_MS,
        cookie,
        headers: { 'idempotency-key': randomUUID() },
      })
      const id = what === 'hold' ? answer.body.id : answer.body.orderId
      if (answer.status >= 300 || !id) return false
      const entry = { what, id, sentAt, answeredAt: Date.now() }
      this.journal.push(entry)
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`)
      return true
    } catch {
      return false
    }
  }
}

const BUYER = {
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '555 0100' },
  billingAddress: { address1: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
}
