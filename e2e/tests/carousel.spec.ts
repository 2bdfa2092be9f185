import type { Page } from '@playwright/test'
import { isAlive, open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const TURN_MILLISECONDS = 5000

test('the hero rotates by itself and stops on request @night', async ({ page }) => {
  await openWithClock(page)
  await expectSlide(page, 1)
  await page.clock.runFor(TURN_MILLISECONDS + 100)
  await expectSlide(page, 2)

  await page.getByRole('button', { name: 'Pause rotation' }).click()
  await leave(page)
  await page.clock.runFor(3 * TURN_MILLISECONDS)
  await expectSlide(page, 2)

  await page.getByRole('button', { name: 'Start rotation' }).click()
  await leave(page)
  // Its timer starts a moment after the focus has left, so the clock goes in steps.
  await expect(async () => {
    await page.clock.runFor(TURN_MILLISECONDS / 4)
    await expectSlide(page, 3, 250)
  }).toPass()
})

test('the hero waits while the pointer or the focus is on it @night', async ({ page }) => {
  await openWithClock(page)
  await page.getByRole('button', { name: 'Pause rotation' }).hover()
  await page.clock.runFor(3 * TURN_MILLISECONDS)
  await expectSlide(page, 1)
  await page.getByRole('button', { name: 'Next event' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3 * TURN_MILLISECONDS)
  await expectSlide(page, 1)
})

test('under reduced motion the hero moves only by its buttons @night', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openWithClock(page)
  await page.clock.runFor(3 * TURN_MILLISECONDS)
  await expectSlide(page, 1)
  await page.getByRole('button', { name: 'Next event' }).click()
  await expectSlide(page, 2)
  await page.getByRole('button', { name: 'Previous event' }).click()
  await expectSlide(page, 1)
  await dots(page).nth(3).click()
  await expectSlide(page, 4)
})

test('the list shows a dozen events and loads a dozen more', async ({ page, watch, world }) => {
  // Of the demo's organizer other tests add and archive events, also between two parts of the list.
  const base = await world.organizerWithEvents(30)
  await expect.poll(async () => (await page.request.get(`${base}/`)).status()).toBe(200)
  watch.expectFailure(/\/(posters|pictures)\//)
  await page.route(/\/(posters|pictures)\//, (route) => route.abort())
  await open(page, `${base}/`)
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(12)
  // A picture that cannot be loaded leaves no gap.
  const picture = cards.first().locator('img').filter({ visible: true })
  await expect(picture).toHaveAttribute('src', /No%20picture|poster-fallback/)
  await expect(page.getByText('Showing 12 of 30')).toBeVisible()
  await page.getByRole('button', { name: 'Load More Events (18 remaining)' }).click()
  await expect(cards).toHaveCount(24)
  await expect(page.getByText('Showing 24 of 30')).toBeVisible()
  await expect(cards.nth(12).getByRole('link')).toBeFocused()
})

/** Stops the page's clock, so that the test advances five seconds at once and misses none. */
async function openWithClock(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  // Later than it takes to get here, also on a busy machine.
  await page.clock.pauseAt(now + 60_000)
  await page.goto('/')
  // The app may start in a later task, so the stopped clock has to advance.
  await expect(async () => {
    await page.clock.runFor(1)
    await isAlive(page, 500)
  }).toPass()
  await expect(page.getByRole('region', { name: 'Featured events' })).toBeVisible()
  await expect(dots(page)).toHaveCount(5)
}

const dots = (page: Page) => page.getByRole('button', { name: /^Event \d:/ })

async function expectSlide(page: Page, number: number, timeout?: number): Promise<void> {
  await expect(dots(page).nth(number - 1)).toHaveAttribute('aria-current', 'true', { timeout })
}

/** Takes pointer and focus off the hero. */
async function leave(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await page.getByRole('button', { name: 'Theme' }).focus()
}
