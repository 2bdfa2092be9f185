import { randomUUID } from 'node:crypto'
import type { Browser } from './browser.ts'
import type { Line, Problems, Visit } from './journal.ts'
import type { Sale } from './sale.ts'
import type { Answer } from './send-json.ts'

/** Of the buyers who do not order, the share that releases its tickets. */
const RELEASES = 2 / 3
const EMAIL = 'ada@example.com'
const HOLD_MS = 15 * 60 * 1000
/** Largest allowed distance between a hold's end and fifteen minutes after its answer. */
const EXPIRY_TOLERANCE_MS = 60_000

const chance = (probability: number) => Math.random() < probability
const pick = <T>(from: readonly T[]): T => {
  const picked = from[Math.floor(Math.random() * from.length)]
  if (picked === undefined) throw new Error('Nothing to pick from')
  return picked
}

/**
 * One buyer's use of one cart: holds, changes it, sends a call twice, replays old calls, lets it
 * expire, gives up, buys, or reschedules the order. Fills in `visit` as answers arrive.
 */
export async function playVisit(
  browser: Browser,
  sale: Sale,
  visit: Visit,
  problems: Problems,
): Promise<void> {
  const scene = new Scene(browser, sale, visit, problems)
  if (chance(0.5)) await scene.holdLine()
  else await scene.holdCart()
  if (visit.held.length > 0 && chance(0.25)) await scene.holdCart()
  if (visit.held.length > 0 && chance(0.15)) await scene.expireHolds()
  if (visit.held.length === 0) return
  const { orders, reschedules } = sale.habits
  if (chance(orders)) await scene.order()
  else if (chance(RELEASES)) await scene.release()
  while (visit.sold.length > 0 && chance(reschedules)) await scene.reschedule()
}

class Scene {
  readonly #browser: Browser
  readonly #sale: Sale
  readonly #visit: Visit
  readonly #problems: Problems

  constructor(browser: Browser, sale: Sale, visit: Visit, problems: Problems) {
    this.#browser = browser
    this.#sale = sale
    this.#visit = visit
    this.#problems = problems
  }

  async holdLine(): Promise<void> {
    const [line] = this.#chooseLines(1)
    const body = { cartId: this.#visit.cartNumber, ...line }
    const key = randomUUID()
    const answers = await this.#askPerhapsTwice('POST', '/api/checkout/holds', body, key)
    if (!line || !this.#isGranted(answers, ['sold_out'])) return
    this.#acknowledge([line], answers)
    const ids = new Set(answers.flatMap((answer) => answer.body.id ?? []))
    if (ids.size !== 1) this.#problems.add('doubled', `one key made the holds ${[...ids].join()}`)
    this.#visit.holdIds.push(...ids)
  }

  /** Makes the first hold of the cart, or replaces its current hold. */
  async holdCart(): Promise<void> {
    const lines = this.#chooseLines(chance(0.5) ? 2 : 1)
    const body = { eventId: this.#sale.eventId, sessionId: lines[0]?.sessionId, tickets: lines }
    const key = randomUUID()
    const path = `/api/checkout/carts/${this.#visit.cartNumber}/hold`
    const answers = await this.#askPerhapsTwice('POST', path, body, key)
    if (this.#isGranted(answers, ['sold_out'])) this.#acknowledge(lines, answers)
  }

  async release(): Promise<void> {
    const path = `/api/checkout/holds/cart/${this.#visit.cartNumber}`
    if (!this.#isGranted(await this.#askPerhapsTwice('DELETE', path))) return
    this.#visit.held = []
  }

  /** Lets the hold expire; then the order must be refused and others can hold the tickets. */
  async expireHolds(): Promise<void> {
    await this.#sale.endHolds(this.#visit)
    this.#visit.held = []
    if (chance(0.5)) return this.holdCart()
    const answers = await this.#askForOrder()
    if (this.#isGranted(answers, ['hold_expired'])) {
      this.#problems.add('doubled', 'an expired cart became an order')
    }
  }

  async order(): Promise<void> {
    const answers = await this.#askForOrder()
    if (!this.#isGranted(answers)) return
    const ids = new Set(answers.flatMap((answer) => answer.body.orderId ?? []))
    if (ids.size !== 1) {
      this.#problems.add('doubled', `one cart became the orders ${[...ids].join()}`)
    }
    this.#visit.orderId = [...ids][0] ?? null
    this.#visit.sold = this.#visit.held
    this.#visit.held = []
  }

  /** Reschedules all tickets to one session, if it has room. */
  async reschedule(): Promise<void> {
    const newSessionId = pick(this.#sale.sessionIds)
    const path = `/api/order-management/${this.#visit.orderId}/reschedule`
    const answers = await this.#askPerhapsTwice('POST', path, {
      newSessionId,
      customerEmail: EMAIL,
    })
    // An address may make only a few such calls a minute, and all buyers share one address.
    const heard = answers.filter(({ body }) => body.code !== 'rate_limited')
    if (!this.#isGranted(heard, ['sold_out'])) return
    const rescheduled = this.#visit.sold.map((line) => ({ ...line, sessionId: newSessionId }))
    const stayed = this.#visit.sold.map((line) => line.sessionId === newSessionId)
    this.#visit.acknowledged.push(...rescheduled.filter((_, index) => !stayed[index]))
    this.#visit.sold = rescheduled
  }

  #askForOrder(): Promise<Answer[]> {
    const body = {
      cartId: this.#visit.cartNumber,
      eventId: this.#sale.eventId,
      ...{ firstName: 'Ada', lastName: 'Lovelace', email: EMAIL, phone: '555 0100' },
      billingAddress: { address1: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
    }
    return this.#askPerhapsTwice('POST', '/api/checkout/orders', body)
  }

  /** Lines of different ticket types, in one session or in two. */
  #chooseLines(count: 1 | 2): Line[] {
    const { sessionIds, typeIds } = this.#sale
    const sessionId = pick(sessionIds)
    const first = Math.floor(Math.random() * typeIds.length)
    return Array.from({ length: count }, (_, index) => ({
      sessionId: index > 0 && chance(0.3) ? pick(sessionIds) : sessionId,
      ticketTypeId: typeIds[(first + index) % typeIds.length] ?? '',
      quantity: pick([1, 2, 3]),
    }))
  }

  /** Sometimes sends the call twice at once, or replays it later; the result must be the same. */
  async #askPerhapsTwice(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer[]> {
    const ask = () => this.#browser.ask(method, path, body, key)
    // Without a cookie, two first requests at once would count as two browsers.
    if (this.#browser.id && chance(0.15)) {
      const both = await Promise.all([ask(), ask()])
      // Their order is unknown: the refusal may have come first, before a ticket became free.
      return both.sort((a, b) => b.status - a.status)
    }
    const first = await ask()
    return chance(0.15) ? [first, await ask()] : [first]
  }

  /**
   * Whether any of the answers grants. An unexplained refusal, or a refusal after a grant under the
   * same key, contradicts an earlier acknowledgement.
   */
  #isGranted(answers: readonly Answer[], expectedCodes: readonly string[] = []): boolean {
    let isGranted = false
    for (const { status, body } of answers) {
      if (status < 300) isGranted = true
      else if (isGranted || !expectedCodes.includes(body.code ?? '')) {
        const cart = `${this.#browser.id}/${this.#visit.cartNumber}`
        this.#problems.add('lost', `a client was answered ${status} ${body.code} (cart ${cart})`)
      }
    }
    return isGranted
  }

  #acknowledge(lines: readonly Line[], answers: readonly Answer[]): void {
    const expiry = answers.findLast((answer) => answer.status < 300)?.body.expiresAt ?? ''
    this.#visit.browserId = this.#browser.id ?? ''
    this.#visit.acknowledged.push(...lines)
    this.#visit.held = lines
    // The database's clock decides: a hold lasts as promised even if the server's clock is wrong.
    const deviationMs = new Date(expiry).getTime() - Date.now() - HOLD_MS
    if (!(Math.abs(deviationMs) <= EXPIRY_TOLERANCE_MS)) {
      this.#problems.add(
        'lost',
        `a hold was promised until ${expiry}, which is ${deviationMs} ms off`,
      )
    }
  }
}
