import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { toMajor } from '@foyer/domain'
import { cartIdOf } from '@foyer/server/ids'
import type { BuiltEvent } from '@foyer/testkit/builder'
import { BUYER, CARDS, orderBody } from '@foyer/testkit/purchase'
import { TestBrowser } from '@foyer/testkit/test-browser'

/** The buyer's steps, in order; a free cart needs neither `intent` nor `confirm`. */
export type Step = 'hold' | 'intent' | 'begin' | 'confirm' | 'order'

/** The final outcome as the buyer saw it, of a purchase or of a change of an order. */
export type Outcome = 'ticketed' | 'changed' | 'refunded' | 'expired'

export interface Answer {
  status: number
  /** The fields that buyers read, of all calls together. */
  body: {
    code?: string
    /** The provider's status of an intent. */
    status?: string
    details?: { paymentStatus?: string }
    quote?: Quote
    paymentIntentId?: string
    clientSecret?: string
    /** The organizer's account that it is paid on. */
    accountId?: string
    /** The provider's error. */
    error?: { code?: string }
  }
}

interface Quote {
  totalMinor: number
  currency: string
}

export interface Shop {
  server: { url: string }
  provider: { url: string; publishableKey: string }
  /** Slugs of organizers that have no host of their own, by tenant. */
  brands?: ReadonlyMap<number, string>
  /** The page pays on the platform's own account, whatever the server says: for a control. */
  ignoresAccounts?: boolean
}

/** The headers of a browser in the shop of a tenant. */
export function brandHeaders({ brands }: Shop, tenantId: number): Record<string, string> {
  const brand = brands?.get(tenantId)
  return brand ? { 'x-brand-path': brand } : {}
}

/** What a page must know of an intent to pay it. */
export type PaidIntent = Pick<Answer['body'], 'paymentIntentId' | 'clientSecret' | 'accountId'>

export interface BuyerOptions {
  quantity?: number
  card?: string
  isFree?: boolean
  /** How long the buyer waits for the charge. */
  chargePatienceMs?: number
}

const PATIENCE_MS = 20_000
const CART_NUMBER = '12345'
/** How long a buyer who comes back keeps trying. */
const INSISTS_FOR_MS = 180_000
const TRIES_AGAIN_MS = 300

/** One browser in a purchase: the answers it got, and its next step. */
export class Buyer {
  readonly event: BuiltEvent
  quantity: number
  readonly #card: string
  readonly #isFree: boolean
  readonly #chargePatienceMs: number
  readonly #shop: Shop
  readonly #browser: TestBrowser
  #holdKey = randomUUID()
  #quote: Quote | null = null
  #intent: PaidIntent | null = null
  /** Whether the intent has the amount of the current hold. */
  #isPriced = false
  #hasBegun = false
  #isConfirmed = false
  #isCharged = false
  #isChallenged = false
  #lastAnswer: Answer | null = null
  #hangUp = new AbortController()

  constructor(shop: Shop, event: BuiltEvent, options: BuyerOptions = {}) {
    this.event = event
    this.#shop = shop
    this.quantity = options.quantity ?? 2
    this.#card = options.card ?? CARDS.success
    this.#isFree = options.isFree ?? false
    this.#chargePatienceMs = options.chargePatienceMs ?? PATIENCE_MS
    this.#browser = new TestBrowser(shop.server.url, brandHeaders(shop, event.tenantId))
  }

  /** Null until the shop has set the cookie. */
  get cartId(): string | null {
    const { id } = this.#browser
    return id && cartIdOf(id, CART_NUMBER)
  }

  get intentId(): string {
    return this.#intent?.paymentIntentId ?? ''
  }

  /** Takes every step before `next`; each must succeed. */
  async upTo(step: Step): Promise<void> {
    await this.#introduce()
    for (const each of this.#steps()) {
      if (each === step) return
      const answer = await this.do(each)
      if (!answer || answer.status >= 300) {
        throw new Error(`${each} was answered ${JSON.stringify(answer?.body ?? null)}`)
      }
    }
  }

  /** Does the same, but retries each step until it succeeds. */
  async insistUpTo(step: Step): Promise<void> {
    const giveUpAt = performance.now() + INSISTS_FOR_MS
    await this.#introduce()
    for (let next = this.#nextStep(); next !== step; next = this.#nextStep()) {
      if (performance.now() > giveUpAt) throw this.#lost(`never got beyond ${next}`)
      const answer = await this.do(next)
      if (!answer || answer.status >= 300) await delay(TRIES_AGAIN_MS)
    }
  }

  /** Takes one step, once. Returns null if no answer arrived. */
  async do(step: Step): Promise<Answer | null> {
    switch (step) {
      case 'hold':
        return this.#hold()
      case 'intent':
        return this.#askIntent()
      case 'begin':
        return this.#begin()
      case 'confirm':
        return this.#confirm()
      case 'order':
        return this.#order()
    }
  }

  /** Changes the cart before paying, so that the hold and its total change. */
  async changeTo(quantity: number): Promise<Answer | null> {
    this.quantity = quantity
    this.#isPriced = false
    this.#holdKey = randomUUID()
    return this.#hold()
  }

  /** Aborts the call under way, as a reload or a closed tab does. */
  hangUp(): void {
    this.#hangUp.abort()
    this.#hangUp = new AbortController()
  }

  /** Passes 3-D Secure on the bank's page. Needs a card that asks for it. */
  async authenticate(): Promise<void> {
    const secret = this.#intent?.clientSecret ?? ''
    const body = new URLSearchParams({ client_secret: secret, result: 'complete' })
    await fetch(`${this.#shop.provider.url}/3ds/${this.intentId}`, {
      method: 'POST',
      body,
      redirect: 'manual',
    })
    this.#isChallenged = false
  }

  /** Reloads the page and goes on, as the storefront does, until the outcome is known. */
  async comeBack(): Promise<Outcome> {
    await this.#introduce()
    const giveUpAt = performance.now() + INSISTS_FOR_MS
    for (;;) {
      const outcome = await this.#goOn()
      if (outcome) return outcome
      if (performance.now() > giveUpAt) throw this.#lost('never learned the outcome')
      await delay(TRIES_AGAIN_MS)
    }
  }

  /** Buys until the provider has confirmed the charge, then closes the page. */
  async payAndLeave(): Promise<void> {
    await this.insistUpTo('confirm')
    const giveUpAt = performance.now() + INSISTS_FOR_MS
    while (!this.#isCharged) {
      if (performance.now() > giveUpAt) throw this.#lost('could not pay')
      const answer = await this.do('confirm')
      if (!answer || answer.status >= 400) await delay(TRIES_AGAIN_MS)
    }
  }

  #lost(what: string): Error {
    return new Error(`a buyer ${what}; last answer: ${JSON.stringify(this.#lastAnswer)}`)
  }

  async #goOn(): Promise<Outcome | null> {
    if (this.#isChallenged) await this.authenticate()
    const next = this.#nextStep()
    const answer = await this.do(next)
    if (!answer || answer.status === 503) return null
    if (next === 'order') return this.#conclude(answer)
    if (EXPIRED.includes(answer.body.code)) return 'expired'
    return null
  }

  #nextStep(): Step {
    if (!this.#quote) return 'hold'
    if (!this.#isFree && !this.#isPriced) return 'intent'
    if (!this.#hasBegun) return 'begin'
    return this.#isFree || this.#isConfirmed ? 'order' : 'confirm'
  }

  #conclude({ status, body }: Answer): Outcome | null {
    if (status === 201) return 'ticketed'
    if (body.code === 'payment_refunded') return 'refunded'
    if (body.code === 'payment_not_succeeded') {
      const status = body.details?.paymentStatus
      if (status === 'canceled') return 'expired'
      this.#isConfirmed = status !== 'requires_payment_method'
    }
    return EXPIRED.includes(body.code) ? 'expired' : null
  }

  #steps(): Step[] {
    return this.#isFree
      ? ['hold', 'begin', 'order']
      : ['hold', 'intent', 'begin', 'confirm', 'order']
  }

  /** Stores a selection, as before any hold: the shop then sets the browser's cookie. */
  async #introduce(): Promise<void> {
    const { eventId, typeId: ticketTypeId } = this.event
    const item = { eventId, ticketTypeId, quantity: this.quantity }
    while (!this.cartId) await this.#send('POST', '/api/cart/items', item)
  }

  async #hold(): Promise<Answer | null> {
    const { eventId, sessionId, typeId } = this.event
    const answer = await this.#send(
      'POST',
      `/api/checkout/carts/${CART_NUMBER}/hold`,
      { eventId, sessionId, tickets: [{ ticketTypeId: typeId, quantity: this.quantity }] },
      { 'idempotency-key': this.#holdKey },
    )
    if (answer?.status === 201) this.#quote = answer.body.quote ?? null
    return answer
  }

  async #askIntent(): Promise<Answer | null> {
    const { totalMinor, currency } = this.#quote ?? { totalMinor: 0, currency: 'USD' }
    const answer = await this.#send('POST', '/api/create-payment-intent', {
      amount: toMajor(totalMinor, currency),
      currency,
      metadata: { cartId: CART_NUMBER, eventId: this.event.eventId },
    })
    if (answer?.status === 200) {
      this.#intent = answer.body
      this.#isPriced = true
    }
    return answer
  }

  async #begin(): Promise<Answer | null> {
    const path = `/api/checkout/carts/${CART_NUMBER}/payment`
    const answer = await this.#send('POST', path, BUYER)
    this.#hasBegun ||= answer?.status === 200
    return answer
  }

  /** Confirms as Stripe.js does. Without an answer, or after a refusal, the shop knows the outcome. */
  async #confirm(): Promise<Answer | null> {
    const { url, form, headers } = chargeCall(this.#shop, this.#intent, this.#card)
    const answer = await this.#send('POST', url, form, headers)
    this.#isChallenged ||= answer?.body.status === 'requires_action'
    this.#isConfirmed = true
    // A retry after a lost answer: the payment is already made.
    const isRepeated = answer?.body.error?.code === 'payment_intent_unexpected_state'
    this.#isCharged ||= answer?.body.status === 'succeeded' || isRepeated
    return answer
  }

  #order(): Promise<Answer | null> {
    const body = orderBody(this.event, this.#intent?.paymentIntentId, CART_NUMBER)
    return this.#send('POST', '/api/checkout/orders', body)
  }

  async #send(
    method: string,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer | null> {
    const isCharge = path.startsWith(this.#shop.provider.url)
    const patience = AbortSignal.timeout(isCharge ? this.#chargePatienceMs : PATIENCE_MS)
    const signal = AbortSignal.any([this.#hangUp.signal, patience])
    this.#lastAnswer = null
    try {
      const response = await this.#browser.fetch(path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        signal,
      })
      this.#lastAnswer = { status: response.status, body: JSON.parse(await response.text()) }
      return this.#lastAnswer
    } catch {
      return null
    }
  }
}

/** The call with which Stripe.js charges a card. */
export const chargeCall = (
  { server, provider, ignoresAccounts = false }: Shop,
  intent: PaidIntent | null,
  card: string,
) => ({
  url: `${provider.url}/v1/payment_intents/${intent?.paymentIntentId}/confirm`,
  form: new URLSearchParams({
    key: provider.publishableKey,
    client_secret: intent?.clientSecret ?? '',
    ...(intent?.accountId && !ignoresAccounts ? { _stripe_account: intent.accountId } : {}),
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    return_url: `${server.url}/checkout`,
  }).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
})

const EXPIRED: readonly unknown[] = ['hold_expired', 'cart_not_found', 'sold_out']
