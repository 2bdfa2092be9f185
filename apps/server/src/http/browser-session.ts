import { browserIdOf, newToken } from '../adapters/ids.ts'
import type { ApiRequest } from './api-request.ts'

const COOKIE = 'foyer_browser'
/**
 * Over HTTPS the name itself demands that this very host has set the cookie: a neighbour below the
 * same domain could plant a plain one, and would then own what the buyer buys with it. Browsers accept
 * the prefix over HTTPS only, so plain HTTP, as on localhost, keeps the plain name.
 */
const HOST_COOKIE = `__Host-${COOKIE}`
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60
const TOKEN = /^[0-9a-f-]{36}$/

/**
 * Who a browser is: the digest of a random token in its HttpOnly cookie, given out when there is
 * first something to own. The token is kept nowhere here, so whoever reads the database or a log
 * finds nothing to show at the door. `x-browser-id`, which the storefront's calls may carry, is
 * accepted and proves nothing.
 */
export class BrowserSession {
  readonly #asked: Pick<ApiRequest, 'headers' | 'isHttps'>
  #id: string | null | undefined
  #newCookie: string | null = null

  constructor(asked: Pick<ApiRequest, 'headers' | 'isHttps'>) {
    this.#asked = asked
  }

  /** The id, or null for a browser that owns nothing yet. */
  id(): string | null {
    if (this.#id === undefined) {
      const token = onlyValueOf(this.#asked.headers.cookie, this.#name)
      this.#id = token && TOKEN.test(token) ? browserIdOf(token) : null
    }
    return this.#id
  }

  /** The id; its token is made and sent with the answer where there was none. */
  ensure(): string {
    const present = this.id()
    if (present) return present
    const token = newToken()
    this.#id = browserIdOf(token)
    // One constant line: a cookie library takes a third of the time of a small request for it.
    const secure = this.#asked.isHttps ? '; Secure' : ''
    const attributes = `Max-Age=${MAX_AGE_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
    this.#newCookie = `${this.#name}=${token}; ${attributes}`
    return this.#id
  }

  /** What the answer has to set, or null. */
  newCookie(): string | null {
    return this.#newCookie
  }

  get #name(): string {
    return this.#asked.isHttps ? HOST_COOKIE : COOKIE
  }
}

/**
 * The value of the one cookie of this name. Null where there is none, and where there are several: a
 * browser keeps one for each host and path, so of two one was planted, and nothing says which.
 */
function onlyValueOf(header: string | undefined, name: string): string | null {
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
