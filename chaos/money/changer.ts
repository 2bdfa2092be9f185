import { setTimeout as delay } from 'node:timers/promises'
import { CARDS } from '@foyer/testkit/purchase'
import { TestBrowser } from '@foyer/testkit/test-browser'
import {
  type Answer,
  brandHeaders,
  chargeCall,
  type Outcome,
  type PaidIntent,
  type Shop,
} from './buyer.ts'

/** The steps of paying for a change, in order. */
export type ChangeStep = 'ask' | 'confirm' | 'complete'

/** An order whose tickets are to go to a dearer session. */
export interface ChangeWanted {
  tenantId: number
  orderId: string
  newSessionId: string
  /** The difference, in major units of the shop's currency. */
  amount: number
}

const EMAIL = 'ada@example.com'
const PATIENCE_MS = 10_000
const INSISTS_FOR_MS = 180_000
const TRIES_AGAIN_MS = 300
const STEPS: readonly ChangeStep[] = ['ask', 'confirm', 'complete']

/** The page on which the owner of an order pays for a reschedule. */
export class Changer {
  readonly #shop: Shop
  readonly #browser: TestBrowser
  readonly #wanted: ChangeWanted
  #intent: PaidIntent | null = null
  #isConfirmed = false
  #lastAnswer: Answer | null = null

  constructor(shop: Shop, wanted: ChangeWanted) {
    this.#shop = shop
    this.#wanted = wanted
    this.#browser = new TestBrowser(shop.server.url, brandHeaders(shop, wanted.tenantId))
  }

  get intentId(): string {
    return this.#intent?.paymentIntentId ?? ''
  }

  /** Takes every step before `next`; each must succeed. */
  async upTo(next: ChangeStep): Promise<void> {
    for (const step of STEPS.slice(0, STEPS.indexOf(next))) {
      const answer = await this.do(step)
      if (!answer || answer.status >= 300) {
        throw new Error(`${step} was answered ${JSON.stringify(answer?.body ?? null)}`)
      }
    }
  }

  /** Takes one step, once. Returns null if no answer arrived. */
  do(step: ChangeStep, at = this.#shop.server.url): Promise<Answer | null> {
    switch (step) {
      case 'ask':
        return this.#ask()
      case 'confirm':
        return this.#confirm()
      case 'complete':
        return this.#complete(at)
    }
  }

  /** Reloads the page and goes on until the outcome is known. */
  async comeBack(): Promise<Outcome> {
    const giveUpAt = performance.now() + INSISTS_FOR_MS
    for (;;) {
      const outcome = await this.#goOn()
      if (outcome) return outcome
      if (performance.now() > giveUpAt) {
        const last = JSON.stringify(this.#lastAnswer)
        throw new Error(`a buyer never got the outcome of a change; last answer: ${last}`)
      }
      await delay(TRIES_AGAIN_MS)
    }
  }

  async #goOn(): Promise<Outcome | null> {
    const completed = await this.#complete(this.#shop.server.url)
    if (completed?.status === 200) return 'changed'
    const code = completed?.body.code
    if (code === 'payment_refunded') return 'refunded'
    if (code !== 'payment_required') return null
    const asked = await this.#ask()
    // The seats went to another buyer, and what was paid for them is refunded.
    if (asked?.body.code === 'sold_out' && this.#isConfirmed) return 'refunded'
    if (asked?.status === 200) await this.#confirm()
    return null
  }

  async #ask(): Promise<Answer | null> {
    const { newSessionId, amount } = this.#wanted
    const change = { type: 'reschedule', newSessionId }
    const body = JSON.stringify({ customerEmail: EMAIL, change, amount })
    const answer = await this.#send(`${this.#path}/payment-intent`, body)
    const { paymentIntentId, clientSecret, accountId } = answer?.body ?? {}
    if (paymentIntentId && clientSecret) {
      this.#intent = { paymentIntentId, clientSecret, ...(accountId ? { accountId } : {}) }
    }
    return answer
  }

  async #confirm(): Promise<Answer | null> {
    if (!this.#intent) return null
    this.#isConfirmed = true
    const { url, form, headers } = chargeCall(this.#shop, this.#intent, CARDS.success)
    return this.#send(url, form, headers)
  }

  #complete(at: string): Promise<Answer | null> {
    const { newSessionId } = this.#wanted
    const body = { newSessionId, customerEmail: EMAIL }
    return this.#send(`${at}${this.#path}/reschedule`, JSON.stringify(body))
  }

  get #path(): string {
    return `/api/order-management/${this.#wanted.orderId}`
  }

  async #send(url: string, body: string, headers = JSON_BODY): Promise<Answer | null> {
    this.#lastAnswer = null
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const response = await this.#browser.fetch(url, { method: 'POST', headers, body, signal })
      this.#lastAnswer = { status: response.status, body: JSON.parse(await response.text()) }
      return this.#lastAnswer
    } catch {
      return null
    }
  }
}

const JSON_BODY = { 'content-type': 'application/json' }
