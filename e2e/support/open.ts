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

/** React marks every element that it has taken over; the last one of the page comes last. */
const isAlive = (page: Page) =>
  page.waitForFunction(() => {
    const last = [...document.querySelectorAll('main *')].at(-1)
    return last && Object.keys(last).some((key) => key.startsWith('__reactFiber$'))
  })
