import { setTimeout as sleep } from 'node:timers/promises'
import { presentEvent } from '../present/event.ts'
import type { EventRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { signatureHeader } from './signature.ts'

const ANSWER_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const

/** How webhooks are sent; tests change it on the fly. */
export interface Webhooks {
  /** Waits so long before every delivery from now on. */
  delay(ms: number): void
  /** Sends every event so many times from now on. */
  duplicate(times: number): void
  /** Keeps events back until `release`. */
  hold(): void
  /** Sends what was kept back, in the order it happened or the other way round. */
  release(order?: 'as-sent' | 'reversed'): void
  /** Sends an event again, delivered or not. */
  resend(eventId: string): void
  /** Settles when nothing is left to send or to retry, except what is held. */
  idle(): Promise<void>
}

export interface SenderOptions {
  store: Store
  secret: string | undefined
  url: () => string | null
  /** Waiting times before the second, third … attempt; their number bounds the attempts. */
  retryDelaysMs?: readonly number[] | undefined
}

/** Sends events to the one endpoint, one after the other, in the background. */
export class WebhookSender implements Webhooks {
  readonly #options: SenderOptions
  readonly #retryDelaysMs: readonly number[]
  readonly #closing = new AbortController()
  readonly #busy = new Set<Promise<void>>()
  #held: string[] | null = null
  #line: Promise<void> = Promise.resolve()
  #delayMs = 0
  #times = 1

  constructor(options: SenderOptions) {
    this.#options = options
    this.#retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS
  }

  /** Whether an event that happens now has somewhere to go. */
  hasEndpoint(): boolean {
    return this.#options.url() !== null
  }

  delay(ms: number): void {
    this.#delayMs = ms
  }

  duplicate(times: number): void {
    this.#times = times
  }

  hold(): void {
    this.#held ??= []
  }

  release(order: 'as-sent' | 'reversed' = 'as-sent'): void {
    const held = this.#held ?? []
    this.#held = null
    for (const id of order === 'reversed' ? held.reverse() : held) this.send(id)
  }

  resend(eventId: string): void {
    this.#enqueue(eventId)
  }

  /** Queues an event; never waits for its delivery. */
  send(eventId: string): void {
    if (this.#held) this.#held.push(eventId)
    else for (let copy = 0; copy < this.#times; copy += 1) this.#enqueue(eventId)
  }

  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy)
  }

  /** Gives up what is under way; it is found again in the journal. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.idle()
  }

  /** The first attempts stand in line, so that events arrive in order unless one fails. */
  #enqueue(eventId: string): void {
    this.#line = this.#line.then(async () => {
      if (!(await this.#attempt(eventId, this.#delayMs))) this.#track(this.#retry(eventId))
    })
    this.#track(this.#line)
  }

  #track(job: Promise<void>): void {
    const tracked = job.finally(() => this.#busy.delete(tracked))
    this.#busy.add(tracked)
  }

  async #retry(eventId: string): Promise<void> {
    for (const delayMs of this.#retryDelaysMs) {
      if (await this.#attempt(eventId, delayMs)) return
    }
    if (!this.#closing.signal.aborted) this.#mark(eventId, 'failed')
  }

  /** @returns whether the event needs no further attempt. */
  async #attempt(eventId: string, delayMs: number): Promise<boolean> {
    const { signal } = this.#closing
    try {
      if (delayMs > 0) await sleep(delayMs, undefined, { signal, ref: false })
      if (signal.aborted) return true
      const event = this.#options.store.events.of(eventId)
      const url = this.#options.url()
      if (url === null || !(await this.#post(url, event))) return false
    } catch {
      // Nobody listening, no answer in time: as good as a refusal.
      return signal.aborted
    }
    this.#mark(eventId, 'delivered')
    return true
  }

  async #post(url: string, event: EventRecord): Promise<boolean> {
    const body = JSON.stringify(presentEvent(event))
    const headers: Record<string, string> = {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    if (this.#options.secret !== undefined) {
      const sentAt = Math.floor(Date.now() / 1000)
      headers['stripe-signature'] = signatureHeader(body, this.#options.secret, sentAt)
    }
    const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)])
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    return response.ok
  }

  #mark(eventId: string, delivery: 'delivered' | 'failed'): void {
    const { store } = this.#options
    store.events.save({ ...store.events.of(eventId), delivery })
    store.flush()
  }
}
