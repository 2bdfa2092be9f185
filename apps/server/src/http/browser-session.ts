import { browserIdOf, newToken } from '../adapters/ids.ts'
import type { Asked } from './asked.ts'

const COOKIE = 'foyer_browser'
const TOKEN = new RegExp(`(?:^|;) *${COOKIE}=([0-9a-f-]{36})(?:;|$)`)
const MAX_AGE_SECONDS = 400 * 24 * 60 * 60

/**
 * Who a browser is: the digest of a random token in its HttpOnly cookie, given out when there is
 * first something to own. The token is kept nowhere here, so whoever reads the database or a log
 * finds nothing to show at the door. `x-browser-id`, which the storefront's calls may carry, is
 * accepted and proves nothing.
 */
export class BrowserSession {
  readonly #asked: Pick<Asked, 'headers' | 'isHttps'>
  #id: string | null | undefined
  #newCookie: string | null = null

  constructor(asked: Pick<Asked, 'headers' | 'isHttps'>) {
    this.#asked = asked
  }

  /** The id, or null for a browser that owns nothing yet. */
  id(): string | null {
    if (this.#id === undefined) {
      const token = TOKEN.exec(this.#asked.headers.cookie ?? '')?.[1]
      this.#id = token ? browserIdOf(token) : null
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
    this.#newCookie = `${COOKIE}=${token}; ${attributes}`
    return this.#id
  }

  /** What the answer has to set, or null. */
  newCookie(): string | null {
    return this.#newCookie
  }
}
