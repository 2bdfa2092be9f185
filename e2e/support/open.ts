import type { Page, Response } from '@playwright/test'

/**
 * Opens an address of the site and waits until the page reacts to presses: it arrives rendered, and
 * a press before hydration has no effect.
 */
export async function open(page: Page, address: string): Promise<Response | null> {
  const answer = await page.goto(address)
  await isAlive(page)
  return answer
}

export async function reload(page: Page): Promise<void> {
  await page.reload()
  await isAlive(page)
}

/**
 * Waits until the page is hydrated, its fonts are loaded, and two frames had no work. React marks an
 * element as hydrated before its effects (timers, streams, a second rendering) have begun, and the
 * fonts move the content below them.
 */
export const isAlive = (page: Page, timeout?: number) =>
  page.waitForFunction(looksAlive, undefined, { timeout })

function looksAlive(): boolean {
  const markOf = (node: Node | undefined, mark: string) =>
    node && Object.keys(node).find((key) => key.startsWith(mark))
  // A translator's elements are not React's.
  const last = [...document.querySelectorAll('main :not(font)')].at(-1)
  const root = markOf(document, '__reactContainer$')
  const isAtRest =
    root !== undefined &&
    Reflect.get(document, root).stateNode.pendingLanes === 0 &&
    markOf(last, '__reactFiber$') !== undefined &&
    !document.documentElement.dataset.faces
  const frames: number = isAtRest ? Reflect.get(window, 'framesAtRest') + 1 || 1 : 0
  Reflect.set(window, 'framesAtRest', frames)
  return frames >= 2
}

/** Opens what a confirmation has under 'Manage': changes, cancellation, receipt. */
export const openManage = (page: Page) =>
  page.getByRole('main').locator('summary', { hasText: 'Manage' }).click()
