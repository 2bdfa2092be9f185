import type { Page } from '@playwright/test'

/**
 * Holds back the page's calls to matching addresses until the returned function is called. The route
 * is never removed: a request that begins during `page.unroute` may be neither sent nor failed, and
 * the page then waits for ever.
 */
export async function holdBack(page: Page, addresses: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}
