import type { Agent } from 'node:http'
import { browserIdOf } from '@foyer/server/ids'
import { type Answer, type Cookie, sendJson } from '../../send-json.ts'
import { fromAddress } from './addresses.ts'

/** Longer than the server lets any request wait. */
const TIMEOUT_MS = 20_000

/** One browser at one address, which keeps its cookie and never retries. */
export class Person {
  readonly #url: string
  readonly #agent: Agent
  readonly #address: string
  readonly #cookie: Cookie = { text: null }

  constructor(url: string, agent: Agent, address: string) {
    this.#url = url
    this.#agent = agent
    this.#address = address
  }

  /** The browser's id on the server; empty until an answer has set the cookie. */
  get browserId(): string {
    const { text } = this.#cookie
    return (text && browserIdOf(text.slice(text.indexOf('=') + 1))) || ''
  }

  /** The headers that identify this browser. */
  get cookie(): string {
    return this.#cookie.text ?? ''
  }

  /** @throws Error when no answer arrived */
  ask(method: string, path: string, body?: unknown): Promise<Answer> {
    return sendJson(new URL(path, this.#url), {
      method,
      body,
      agent: this.#agent,
      timeoutMs: TIMEOUT_MS,
      cookie: this.#cookie,
      headers: fromAddress(this.#address),
    })
  }

  hold(target: HoldTarget, quantity: number, cartNumber = '10000'): Promise<Answer> {
    return this.ask('POST', `/api/checkout/carts/${cartNumber}/hold`, {
      eventId: target.eventId,
      sessionId: target.sessionId,
      tickets: [{ ticketTypeId: target.typeId, quantity }],
    })
  }

  /** Turns a free cart into an order. */
  order(eventId: string, email: string, cartNumber = '10000'): Promise<Answer> {
    return this.ask('POST', '/api/checkout/orders', {
      cartId: cartNumber,
      eventId,
      ...contactOf(email),
      billingAddress: { address1: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
    })
  }

  /** Creates the payment, as the pay button does. */
  startPayment(email: string, cartNumber = '10000'): Promise<Answer> {
    return this.ask('POST', `/api/checkout/carts/${cartNumber}/payment`, {
      contact: contactOf(email),
      billingAddress: { address: '1 Main St', city: 'New York', state: 'NY', zipCode: '10001' },
    })
  }

  /** Creates an intent for the paid tickets of the cart. */
  createIntent(eventId: string, totalMinor: number, cartNumber = '10000'): Promise<Answer> {
    return this.ask('POST', '/api/create-payment-intent', {
      amount: totalMinor / 100,
      currency: 'usd',
      metadata: { cartId: cartNumber, eventId },
    })
  }

  release(cartNumber = '10000'): Promise<Answer> {
    return this.ask('DELETE', `/api/checkout/holds/cart/${cartNumber}`)
  }
}

export interface HoldTarget {
  eventId: string
  sessionId: string
  typeId: string
}

const contactOf = (email: string) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  email,
  phone: '555 0100',
})
