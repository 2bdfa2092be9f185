import type { Page, Response } from '@playwright/test'

/**
 * Opens an address of the site and waits until the page answers to presses: it is sent drawn, and
 * a press before its scripts have taken it over reaches nobody.
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
 * The page has been taken over, its own letters are there, and for two frames there was nothing left
 * to do: React marks an element before what its effects begin (timers, streams, a second drawing) is
 * under way, and the letters move what stands below them.
 */
export const isAlive = (page: Page, timeout?: number) =>
  page.waitForFunction(looksAlive, undefined, { timeout })

function looksAlive(): boolean {
  const markOf = (node: Node | undefined, mark: string) =>
    node && Object.keys(node).find((key) => key.startsWith(mark))
  const last = [...document.querySelectorAll('main *')].at(-1)
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
