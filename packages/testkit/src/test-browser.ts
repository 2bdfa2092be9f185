import { type Client, createClient } from '@foyer/contract'
import { browserIdOf } from '@foyer/server/ids'

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test reads other fields of an answer
  body: any
  headers: Headers
}

/** A browser as the server sees it: it keeps cookies and sends JSON. */
export class TestBrowser {
  readonly #url: string
  readonly #headers: Record<string, string>
  readonly #cookies = new Map<string, string>()
  /** The typed client, for calls that should succeed. */
  readonly call: Client

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url
    this.#headers = headers
    this.call = createClient({
      baseUrl: url,
      headers,
      fetch: (input, init) => this.fetch(String(input), init),
    })
  }

  /** Fetches with cookies; `input` is a path or an address. */
  async fetch(input: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({
      ...this.#headers,
      ...Object.fromEntries(new Headers(init.headers)),
    })
    const jar = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    if (jar) headers.set('cookie', jar)
    const response = await fetch(new URL(input, this.#url), {
      ...init,
      headers,
      redirect: 'manual',
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      const [name = '', value = ''] = pair.split('=')
      this.#cookies.set(name, value)
    }
    return response
  }

  /** Sends any request and returns its answer, of any status. */
  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: isJson && text ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  /** The browser's id on the server; null until an answer has set the cookie. */
  get id(): string | null {
    const token = this.#cookies.get('__Host-foyer_browser') ?? this.#cookies.get('foyer_browser')
    return token ? browserIdOf(token) : null
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies
  }

  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value)
  }
}
