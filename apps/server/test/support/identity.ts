import type { TestBrowser, TestServer } from '@foyer/testkit'

export const COOKIE = 'foyer_browser'
/** The cookie's name on an HTTPS site. */
export const HOST_COOKIE = `__Host-${COOKIE}`

/** The end of a link that stays valid during every test. */
export const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000)

/** The browser's token, as it is in its cookie. */
export function cookieOf(browser: TestBrowser): string {
  const cookie = browser.cookies.get(HOST_COOKIE) ?? browser.cookies.get(COOKIE)
  if (!cookie) throw new Error('This browser was given no identity yet')
  return cookie
}

/** A second browser that sends the cookie of the first, or another text as cookie. */
export function browserWith(
  server: Pick<TestServer, 'browser'>,
  cookie: string,
  headers?: Record<string, string>,
): TestBrowser {
  const browser = server.browser(headers)
  browser.setCookie(COOKIE, cookie)
  return browser
}
