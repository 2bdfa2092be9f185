import type { Page } from '@playwright/test'

/**
 * Keeps the page's calls to such addresses from being sent until the returned function is called.
 * The route stays for as long as the page does: a request that begins while Chromium is told to
 * intercept no more (`page.unroute`) may be neither sent nor failed, and its page waits for ever.
 */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}
