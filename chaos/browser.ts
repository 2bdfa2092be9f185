import { Agent } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { browserIdOf } from '@foyer/server/ids'
import { type Answer, type Cookie, sendJson, TooSlow } from './send-json.ts'

/** What all browsers of a crowd share: the servers to call and the callbacks that count. */
export interface Crowd {
  /** Servers behind the balancer; if one fails, the next try goes to the other. */
  urls: readonly string[]
  agent: Agent
  onAnswer(milliseconds: number, status: number): void
  /** A single request got no answer and no error in time. */
  onSilence(what: string): void
  /** A single request got no answer, or a 5xx. It may be tried again. */
  onFailure?(what: string): void
}

/** Longer than the server waits before it gives up a silent connection. */
const SILENCE_MS = 25_000
/** A call whose every try gets a retryable error is given up after this time. */
const PATIENCE_MS = 60_000

/** Raised when a call was never answered; its effect is unknown. */
export class NeverAnswered extends Error {}

export const openAgent = () => new Agent({ keepAlive: true })

/** One browser: it keeps its cookie and retries, with the same key, what may be retried. */
export class Browser {
  readonly #crowd: Crowd
  readonly #cookie: Cookie = { text: null }
  #next = Math.floor(Math.random() * 2)

  constructor(crowd: Crowd) {
    this.#crowd = crowd
  }

  /** The browser's id on the server; null until an answer has set the cookie. */
  get id(): string | null {
    const { text } = this.#cookie
    return text && browserIdOf(text.slice(text.indexOf('=') + 1))
  }

  /**
   * Calls the servers in turn until one gives a final answer. Of all 5xx only 503 is retried.
   *
   * @throws NeverAnswered
   */
  async ask(method: string, path: string, body: unknown, key?: string): Promise<Answer> {
    const giveUpAt = performance.now() + PATIENCE_MS
    for (;;) {
      const answer = await this.#tryOnce(method, path, body, key)
      if (answer && answer.status < 500) return answer
      if (answer && answer.status !== 503) {
        this.#crowd.onSilence(`${method} ${path} was answered ${answer.status}`)
        throw new NeverAnswered()
      }
      if (performance.now() > giveUpAt) {
        this.#crowd.onSilence(`${method} ${path} met only errors for ${PATIENCE_MS / 1000} s`)
        throw new NeverAnswered()
      }
      await delay(20 + Math.random() * 100)
    }
  }

  /** Returns null if the connection failed or no answer arrived. */
  async #tryOnce(
    method: string,
    path: string,
    body: unknown,
    key: string | undefined,
  ): Promise<Answer | null> {
    const { urls, onAnswer, onSilence, onFailure } = this.#crowd
    this.#next = (this.#next + 1) % urls.length
    const url = urls[this.#next]
    const startedAt = performance.now()
    try {
      const answer = await sendJson(new URL(path, url), {
        method,
        body,
        agent: this.#crowd.agent,
        timeoutMs: SILENCE_MS,
        cookie: this.#cookie,
        headers: key ? { 'idempotency-key': key } : {},
      })
      onAnswer(performance.now() - startedAt, answer.status)
      if (answer.status >= 500) {
        onFailure?.(`${method} ${path} was answered ${answer.status} ${answer.body.code}`)
      }
      return answer
    } catch (error) {
      onFailure?.(`${method} ${path}: ${error instanceof Error ? error.message : error}`)
      if (error instanceof TooSlow) onSilence(`${method} ${path}: nothing for ${SILENCE_MS} ms`)
      return null
    }
  }
}
