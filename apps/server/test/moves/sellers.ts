import { setTimeout as delay } from 'node:timers/promises'
import {
  type Answer,
  type BuiltEvent,
  CARDS,
  confirmCard,
  createIntent,
  holdCart,
  orderBody,
  TestBrowser,
} from '@foyer/testkit'
import { cancel } from '../support/cancellations.ts'

/** What was acknowledged to buyers while an organizer moved. */
export interface Journal {
  /** Tickets by order. */
  bought: Map<string, number>
  cancelled: Set<string>
  checkedIn: Set<string>
  /** Answers that were neither the wanted one nor 503 with Retry-After. */
  failures: string[]
  /** How long clients were refused without an answer between, in milliseconds. */
  refusedMs: number[]
}

export const newJournal = (): Journal => ({
  bought: new Map(),
  cancelled: new Set(),
  checkedIn: new Set(),
  failures: [],
  refusedMs: [],
})

const RETRY_MS = 50
const GIVE_UP_MS = 20_000

/** A browser that sends again what was refused with 503 and Retry-After, as the storefront does. */
class PatientBrowser extends TestBrowser {
  readonly #journal: Journal

  constructor(url: string, slug: string, journal: Journal) {
    super(url, { 'x-tenant-subdomain': slug })
    this.#journal = journal
  }

  override async send(...call: Parameters<TestBrowser['send']>): Promise<Answer> {
    const [method, path] = call
    const since = performance.now()
    for (let tries = 1; ; tries += 1) {
      const answer = await super.send(...call)
      const isRefused = answer.status === 503 && answer.headers.get('retry-after') !== null
      if (!isRefused || performance.now() - since > GIVE_UP_MS) {
        if (tries > 1) this.#journal.refusedMs.push(performance.now() - since)
        if (answer.status >= 300) {
          this.#journal.failures.push(
            `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`,
          )
        }
        return answer
      }
      await delay(RETRY_MS)
    }
  }
}

export interface Seller {
  url: string
  slug: string
  event: BuiltEvent
  journal: Journal
  /** Marks the tickets of an order as used, as the scanner at the door does. */
  checkIn(orderId: string): Promise<void>
}

/** Buys until the signal, and at least once; every third order is cancelled for its money, every third checked in. */
export async function sellUntil(seller: Seller, signal: AbortSignal): Promise<void> {
  const { url, slug, event, journal } = seller
  for (let turn = 0; turn === 0 || !signal.aborted; turn += 1) {
    const browser = new PatientBrowser(url, slug, journal)
    const sessionId = event.sessionIds[turn % event.sessionIds.length] ?? event.sessionId
    const quantity = 1 + (turn % 2)
    const orderId = await buy(browser, { ...event, sessionId }, quantity)
    if (!orderId) continue
    journal.bought.set(orderId, quantity)
    if (turn % 3 === 1) {
      const sale = { event, browser, orderId, ids: [] }
      const { status } = await cancel(sale, 30 * quantity)
      if (status === 200) journal.cancelled.add(orderId)
    }
    if (turn % 3 === 2) {
      await seller.checkIn(orderId)
      journal.checkedIn.add(orderId)
    }
  }
}

/** Returns the id of the order; undefined if a call failed, which the journal has. */
async function buy(
  browser: PatientBrowser,
  event: BuiltEvent,
  quantity: number,
): Promise<string | undefined> {
  const held = await holdCart(browser, event, '12345', quantity)
  if (held.status !== 201) return undefined
  const { status, body: intent } = await createIntent(browser)
  if (status !== 200) return undefined
  await confirmCard(browser, intent, CARDS.success)
  const sold = await browser.send(
    'POST',
    '/api/checkout/orders',
    orderBody(event, intent.paymentIntentId),
  )
  return sold.status === 201 ? sold.body.orderId : undefined
}
