import { setTimeout as sleep } from 'node:timers/promises'
import { presentEvent } from '../present/event.ts'
import { createDraw, type Draw } from '../random.ts'
import type { EventRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { MISHAPS, type Mishap, type RandomMishaps, type Webhooks } from './controls.ts'
import { signatureHeader } from './signature.ts'

const ANSWER_TIMEOUT_MS = 10_000
const RETRY_DELAYS_MS = [1_000, 5_000, 30_000, 120_000, 600_000] as const
const LATE_MS = 1_000

export interface SenderOptions {
  store: Store
  /** Signs an event; undefined for none. */
  secretOf: (event: EventRecord) => string | undefined
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
  #draw: Draw<Mishap> | null = null
  #lateMs = LATE_MS

  constructor(options: SenderOptions) {
    this.#options = options
    this.#retryDelaysMs = options.retryDelaysMs ?? RETRY_DELAYS_MS
  }

  /** Whether an endpoint is set, so that a new event is sent. */
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

  randomly({ seed, chances, lateMs = LATE_MS }: RandomMishaps): void {
    this.#draw = createDraw(MISHAPS, chances, seed)
    this.#lateMs = lateMs
  }

  reset(): void {
    this.#delayMs = 0
    this.#times = 1
    this.#draw = null
    this.release()
  }

  resend(eventId: string): void {
    this.#enqueue(eventId)
  }

  /** Queues an event; never waits for its delivery. */
  send(eventId: string): void {
    if (this.#held) {
      this.#held.push(eventId)
      return
    }
    const mishap = this.#draw?.()
    if (mishap === 'lost') this.#mark(eventId, 'failed')
    else if (mishap) this.#track(this.#sendLate(eventId))
    if (mishap === 'lost' || mishap === 'late') return
    for (let copy = 0; copy < this.#times; copy += 1) this.#enqueue(eventId)
  }

  async idle(): Promise<void> {
    while (this.#busy.size > 0) await Promise.all(this.#busy)
  }

  /** Aborts the deliveries in progress. A later process finds them in the journal. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.idle()
  }

  /** First attempts run one after another, so that events arrive in order unless one fails. */
  #enqueue(eventId: string): void {
    this.#line = this.#line.then(async () => {
      if (!(await this.#attempt(eventId, this.#delayMs))) this.#track(this.#retry(eventId))
    })
    this.#track(this.#line)
  }

  async #sendLate(eventId: string): Promise<void> {
    if (!(await this.#attempt(eventId, this.#lateMs))) await this.#retry(eventId)
  }

  #track(job: Promise<void>): void {
    const tracked = job.finally(() => this.#busy.delete(tracked))
    this.#busy.add(tracked)
  }

  async #retry(eventId: string): Promise<void> {
    for (const delayMs of this.#retryDelaysMs) {
      if (await this.#attempt(eventId, delayMs)) return
    }
    const { delivery } = this.#options.store.events.of(eventId)
    // Another copy of the event may have been delivered.
    if (!this.#closing.signal.aborted && delivery === 'pending') this.#mark(eventId, 'failed')
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
      // No listener, or no answer in time, counts as a refusal.
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
    const secret = this.#options.secretOf(event)
    if (secret !== undefined) {
      const sentAt = Math.floor(Date.now() / 1000)
      headers['stripe-signature'] = signatureHeader(body, secret, sentAt)
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
