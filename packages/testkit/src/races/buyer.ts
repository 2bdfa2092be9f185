import type { BuiltEvent } from '../builder.ts'
import { BUYER, CARDS, confirmCard, createIntent, orderBody } from '../purchase.ts'
import { type Answer, TestBrowser } from '../test-browser.ts'
import { isAddOn, type Line, type World } from './race.ts'

const CART = '12345'
/** A busy answer is retried; the number of tries, and the interval between them. */
const PATIENCE = 100
const PAUSE_MS = 50

/** The servers at which buyers act, and the counters of their requests. */
interface Stage {
  readonly world: World
  readonly event: BuiltEvent
  operations: number
  busyAnswers: number
}

/** One browser of a race. The number of a server is taken modulo the number of servers. */
export class Buyer {
  readonly #stage: Stage
  /** Pays at the server whose provider takes cards. */
  readonly #browser: TestBrowser

  constructor(stage: Stage) {
    this.#stage = stage
    this.#browser = new TestBrowser(stage.world.cardServers[0].url)
  }

  /** The id in its cookie; empty until an answer has set the cookie. */
  get id(): string {
    return this.#browser.id ?? ''
  }

  /** Gets its cookie by a call that holds nothing: two simultaneous first calls make two browsers. */
  async introduce(): Promise<this> {
    const { eventId, typeId: ticketTypeId } = this.#stage.event
    await this.#ask(0, 'POST', '/api/cart/items', { eventId, ticketTypeId, quantity: 1 })
    return this
  }

  /** Holds a whole cart, which replaces its former holds; `key` is sent as Idempotency-Key. */
  hold(
    server: number,
    lines: readonly Line[],
    { key, cart = CART, access }: { key?: string; cart?: string; access?: string } = {},
  ): Promise<Answer> {
    const { eventId, sessionId } = this.#stage.event
    const tickets = lines.filter((line) => !isAddOn(line))
    const addOns = lines
      .filter(isAddOn)
      .map(({ sessionId: addOnId, quantity }) => ({ addOnId, quantity }))
    const body = { eventId, sessionId: tickets[0]?.sessionId ?? sessionId, tickets, addOns, access }
    return this.#ask(server, 'POST', `/api/checkout/carts/${cart}/hold`, body, key)
  }

  /** Adds one line to the cart's holds. */
  holdLine(server: number, line: Line): Promise<Answer> {
    return this.#ask(server, 'POST', '/api/checkout/holds', { cartId: CART, ...line })
  }

  release(server: number): Promise<Answer> {
    return this.#ask(server, 'DELETE', `/api/checkout/holds/cart/${CART}`)
  }

  /** Asks for more time for the cart's holds. */
  addMoreTime(server: number, key: string): Promise<Answer> {
    return this.#ask(server, 'POST', `/api/checkout/carts/${CART}/more-time`, undefined, key)
  }

  /** Applies a coupon to the cart. */
  applyCoupon(server: number, code: string): Promise<Answer> {
    return this.#ask(server, 'POST', `/api/checkout/carts/${CART}/coupon`, { code })
  }

  /** What 'Pay' sends before the provider is asked to charge. */
  beginPayment(server: number): Promise<Answer> {
    const { contact } = BUYER
    return this.#ask(server, 'POST', `/api/checkout/carts/${CART}/payment`, { contact })
  }

  /** Pays for the cart, without creating the order yet. Returns the intent. */
  async pay(): Promise<string> {
    const { body: intent } = await createIntent(this.#browser, CART)
    const { body } = await confirmCard(this.#browser, intent, CARDS.success)
    this.#stage.operations += 4
    if (body.status !== 'succeeded') throw new Error(`Not paid: ${JSON.stringify([intent, body])}`)
    return intent.paymentIntentId
  }

  /** Creates the order of a paid cart, at one of the servers with a provider; of a free cart at any. */
  order(server: number, intentId?: string): Promise<Answer> {
    const body = orderBody(this.#stage.event, intentId, CART)
    const { cardServers, servers } = this.#stage.world
    const at = intentId ? server % cardServers.length : server % servers.length
    return this.#ask(at, 'POST', '/api/checkout/orders', body)
  }

  /** Holds and orders free tickets. Returns the order's id. */
  async takeFree(server: number, lines: readonly Line[]): Promise<string> {
    await this.hold(server, lines)
    return (await this.order(server)).body.orderId
  }

  reschedule(server: number, orderId: string, newSessionId: string): Promise<Answer> {
    const { email: customerEmail } = orderBody(this.#stage.event)
    const body = { newSessionId, customerEmail }
    return this.#ask(server, 'POST', `/api/order-management/${orderId}/reschedule`, body)
  }

  /** Asks for the intent of a reschedule that costs more, at one of the servers with a provider. */
  askToPay(
    server: number,
    orderId: string,
    { newSessionId, amount }: { newSessionId: string; amount: number },
  ): Promise<Answer> {
    const { email: customerEmail } = orderBody(this.#stage.event)
    const body = { customerEmail, change: { type: 'reschedule', newSessionId }, amount }
    return this.#ask(
      server % this.#stage.world.cardServers.length,
      'POST',
      `/api/order-management/${orderId}/payment-intent`,
      body,
    )
  }

  /** Pays an intent; a second payment of it is refused by the provider. */
  async charge(intent: { paymentIntentId: string; clientSecret: string }): Promise<void> {
    this.#stage.operations += 2
    await confirmCard(this.#browser, intent, CARDS.success)
  }

  async #ask(
    server: number,
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Answer> {
    const { servers } = this.#stage.world
    const { url } = servers[server % servers.length] ?? servers[0]
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
    for (let tried = 1; ; tried += 1) {
      this.#stage.operations += 1
      const answer = await this.#browser.send(method, new URL(path, url).href, body, headers)
      // An unexpected error must not count as a lost race.
      if (answer.status === 429 || (answer.status >= 500 && answer.status !== 503)) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      if (answer.status !== 503 || tried === PATIENCE) return answer
      this.#stage.busyAnswers += 1
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
