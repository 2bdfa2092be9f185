import { browserIdOf, newToken } from '../adapters/ids.ts'
import type { ApiRequest } from './api-request.ts'

const COOKIE = 'foyer_browser'
/**
 * The cookie's name over HTTPS. Its prefix makes browsers require that this host itself has set the
 * cookie. Without it, another host of the same domain could plant a cookie, and would then own what
 * the buyer buys with it. Browsers accept the prefix over HTTPS only, so over plain HTTP, as on
 * localhost, the cookie has the plain name.
 */
const HOST_COOKIE = `__Host-${COOKIE}`
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
const TOKEN = /^[0-9a-f-]{36}$/

/**
 * The identity of a browser: the digest of a random token in its HttpOnly cookie, which is set when
 * the browser first owns something. The token is not stored on the server, so the database and the
 * logs contain nothing that would open an order. `x-browser-id`, which the storefront's calls may
 * carry, is accepted and proves nothing.
 */
export class BrowserSession {
  readonly #request: Pick<ApiRequest, 'headers' | 'isHttps'>
  #id: string | null | undefined
  #newCookie: string | null = null

  constructor(request: Pick<ApiRequest, 'headers' | 'isHttps'>) {
    this.#request = request
  }

  /** Returns the id, or null for a browser that owns nothing yet. */
  id(): string | null {
    if (this.#id === undefined) {
      const token = onlyValueOf(this.#request.headers.cookie, this.#name)
      this.#id = token && TOKEN.test(token) ? browserIdOf(token) : null
    }
    return this.#id
  }

  /** Returns the id. Without a cookie, makes a token, which is sent with the response. */
  ensure(): string {
    const present = this.id()
    if (present) return present
    const token = newToken()
    this.#id = browserIdOf(token)
    // Built by hand: a cookie library takes a third of the time of a small request.
    const secure = this.#request.isHttps ? '; Secure' : ''
    const attributes = `Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
    this.#newCookie = `${this.#name}=${token}; ${attributes}`
    return this.#id
  }

  /** Returns the Set-Cookie header to send, or null. */
  newCookie(): string | null {
    return this.#newCookie
  }

  get #name(): string {
    return this.#request.isHttps ? HOST_COOKIE : COOKIE
  }
}

/**
 * Returns the value of the only cookie with this name; null if there is none or more than one. A
 * browser stores one for each host and path, so one of two was planted, and it is unknown which.
 */
export function onlyValueOf(header: string | undefined, name: string): string | null {
  if (!header) return null
  let value: string | null = null
  for (let start = 0; start < header.length; ) {
    const semicolon = header.indexOf(';', start)
    const end = semicolon < 0 ? header.length : semicolon
    const nameAt = skipBlanks(header, start)
    if (header.startsWith(name, nameAt)) {
      const equals = skipBlanks(header, nameAt + name.length)
      if (header[equals] === '=') {
        if (value !== null) return null
        value = header.slice(equals + 1, end).trim()
      }
    }
    start = end + 1
  }
  return value
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\t') at += 1
  return at
}
