import type { TestBrowser, TestServer } from '@foyer/testkit'

export const COOKIE = 'foyer_browser'
/** Its name where the site is https. */
export const HOST_COOKIE = `__Host-${COOKIE}`

/** The end of a link that no test outlives. */
export const NEXT_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000)

/** The token a browser was given, as it stands on the wire. */
export function cookieOf(browser: TestBrowser): string {
  const cookie = browser.cookies.get(HOST_COOKIE) ?? browser.cookies.get(COOKIE)
  if (!cookie) throw new Error('This browser was given no identity yet')
  return cookie
}

/** A second browser that shows the cookie of the first, or any text in its place. */
export function browserWith(
  server: Pick<TestServer, 'browser'>,
  cookie: string,
  headers?: Record<string, string>,
): TestBrowser {
  const browser = server.browser(headers)
  browser.setCookie(COOKIE, cookie)
  return browser
}
