import { SESSION_DAYS } from '@foyer/domain'
import type { ApiRequest } from '../api-request.ts'
import { onlyValueOf } from '../browser-session.ts'

const TOKEN = /^[\w-]{43}$/
const DAY_SECONDS = 24 * 60 * 60
/** As long as browsers keep a cookie at most. */
const BROWSER_DAYS = 400

/**
 * The two cookies of the back office. The first is the session's token. The second stays after a
 * sign-out: it says that somebody has signed in with this browser before, which spares them the waits
 * that guesses of strangers cause, and grants nothing. Both are sent to this host alone, by pages of
 * this host alone, and no script reads them. Over HTTPS their prefix makes browsers refuse one that
 * another host of the domain plants.
 */
export class StaffCookies {
  readonly #request: Pick<ApiRequest, 'headers' | 'isHttps'>
  readonly #changes: string[] = []

  constructor(request: Pick<ApiRequest, 'headers' | 'isHttps'>) {
    this.#request = request
  }

  /** The token of the session; null without one. */
  session(): string | null {
    return this.#read('foyer_staff')
  }

  /** The token of the browser; null if nobody has signed in with it. */
  browser(): string | null {
    return this.#read('foyer_staff_browser')
  }

  set(session: string, browser?: string): void {
    this.#write('foyer_staff', session, SESSION_DAYS * DAY_SECONDS)
    if (browser) this.#write('foyer_staff_browser', browser, BROWSER_DAYS * DAY_SECONDS)
  }

  clear(): void {
    this.#write('foyer_staff', '', 0)
  }

  /** The Set-Cookie headers to send. */
  changes(): readonly string[] {
    return this.#changes
  }

  #read(name: string): string | null {
    const value = onlyValueOf(this.#request.headers.cookie, this.#full(name))
    return value && TOKEN.test(value) ? value : null
  }

  #write(name: string, value: string, seconds: number): void {
    const secure = this.#request.isHttps ? '; Secure' : ''
    const attributes = `Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Strict${secure}`
    this.#changes.push(`${this.#full(name)}=${value}; ${attributes}`)
  }

  #full(name: string): string {
    return this.#request.isHttps ? `__Host-${name}` : name
  }
}
