import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import { noticed, watchShifts } from '../support/watch-shift.ts'

const figures = (page: Page) => page.getByRole('region', { name: 'Foyer in figures' })
const demo = (page: Page) => page.locator('#demo')
const FINAL = ['0', '<100 ms', '15 min', '30 days', '500+', '35%']

/** Scrolls to where the demonstration begins (0) or ends (1). */
const scrollDemoTo = (page: Page, position: number) =>
  demo(page).evaluate((section, share) => {
    const { top, height } = section.getBoundingClientRect()
    scrollTo(0, scrollY + top + (height - innerHeight) * share)
  }, position)

test('the landing page is accessible and fits its window @both', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/landing')
  await expectNoViolations(page, 'landing')
  await expectContrastInOtherTheme(page, 'landing')
  await expectNoSidewaysScroll(page, 'landing')
})

test('the landing page links where the specification says, and asks no server for anything', async ({
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (/^(fetch|xhr|eventsource)$/.test(request.resourceType())) calls.push(request.url())
  })
  await open(page, '/landing')
  const trials = page.getByRole('link', { name: 'Start Free Trial' })
  await expect(trials).toHaveCount(2)
  for (const trial of await trials.all()) await expect(trial).toHaveAttribute('href', '/events')
  await expect(page.getByRole('link', { name: 'Contact Sales' })).toHaveAttribute(
    'href',
    /^mailto:[^@]+@/,
  )
  const footer = page.getByRole('contentinfo')
  for (const address of ['/privacy', '/terms', '/documentation', '/status']) {
    await expect(footer.locator(`a[href="${address}"]`)).toBeVisible()
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
  await expect(page.getByRole('button', { name: 'Test counter' })).toHaveCount(0)

  await page.getByRole('link', { name: 'Watch Demo' }).click()
  await expect(page).toHaveURL(/\/landing#demo$/)
  await expect(
    page.getByRole('heading', { name: 'Watch a price follow the house' }),
  ).toBeInViewport()
  expect(calls).toEqual([])

  await trials.first().click()
  await expect(page).toHaveURL(/\/events$/)
})

test('each claim leads to a page that exists @night', async ({ page }) => {
  await open(page, '/landing')
  const addresses = await page
    .locator('main a.proven')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(addresses.length).toBeGreaterThan(40)
  for (const address of new Set([...addresses, '/documentation/claims'])) {
    expect([address, (await page.request.get(address)).status()]).toEqual([address, 200])
  }
})

test('the figures count up over about 2 s in 50 steps once they are in view, and nothing moves @night', async ({
  page,
}) => {
  const shiftsOf = await watchShifts(page)
  await open(page, '/landing')
  const shown = figures(page).locator('.stat-figure')
  await expect(shown).toHaveText(FINAL)
  // Records every text of the counted venues with its time.
  await figures(page).evaluate((band) => {
    const seen: [text: string, at: number][] = []
    Reflect.set(window, 'counted', seen)
    new MutationObserver(() => {
      const text = [...band.querySelectorAll('.stat-count')]
        .map((count) => count.textContent ?? '')
        .find((count) => count.endsWith('+'))
      const last = seen.at(-1)?.[0]
      const now = text ?? 'done'
      if (now !== last) seen.push([now, performance.now()])
    }).observe(band, { subtree: true, childList: true, characterData: true })
  })
  await figures(page).scrollIntoViewIfNeeded()
  const counted = (): Promise<[string, number][]> =>
    page.evaluate(() => Reflect.get(window, 'counted'))
  await expect.poll(async () => (await counted()).at(-1)?.[0]).toBe('done')
  const steps = await counted()
  const values = steps.slice(0, -1).map(([text]) => Number.parseInt(text, 10))
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  // Each of the 50 steps is a fiftieth of 500; a busy machine may skip some.
  expect(values.every((value) => value % 10 === 0)).toBe(true)
  expect(values.length).toBeGreaterThan(10)
  const duration = (steps.at(-1)?.[1] ?? 0) - (steps[0]?.[1] ?? 0)
  expect(duration).toBeGreaterThan(1500)
  expect(duration).toBeLessThan(4000)
  await expect(shown).toHaveText(FINAL)
  expect(noticed(await shiftsOf())).toEqual([])
})

test('the pricing demonstration follows the scroll from $79 to $149 @night', async ({ page }) => {
  await open(page, '/landing')
  const values = demo(page).locator('output')
  await scrollDemoTo(page, 0)
  await expect(values).toHaveText(['$79', '+$0', '7', '35%', '60%'])
  const litAtFirst = await demo(page).locator('[data-sold]').count()
  await scrollDemoTo(page, 0.5)
  await expect(values).toHaveText(['$114', '+$35', '4', '60%', '78%'])
  await scrollDemoTo(page, 1)
  await expect(values).toHaveText(['$149', '+$70', '1', '85%', '95%'])
  await expect.poll(() => demo(page).locator('[data-sold]').count()).toBeGreaterThan(litAtFirst)
  await scrollDemoTo(page, 0)
  await expect(values).toHaveText(['$79', '+$0', '7', '35%', '60%'])
})

test('under reduced motion the figures do not count and the demonstration shows its end @night', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/landing')
  await figures(page).scrollIntoViewIfNeeded()
  await expect(figures(page).locator('.stat-count')).toHaveCount(0)
  await expect(figures(page).locator('.stat-figure')).toHaveText(FINAL)
  await expect(demo(page).locator('output')).toHaveText(['$149', '+$70', '1', '85%', '95%'])
  // Its stage does not stay in view while the page scrolls on.
  const { height } = (await demo(page).boundingBox()) ?? { height: 0 }
  expect(height).toBeLessThan(2 * (page.viewportSize()?.height ?? 0))
})

test('the landing page is the platform’s and not a shop’s @night', async ({ page, watch }) => {
  watch.expectAnswer(404, /\/harbor\/landing$/)
  const answer = await page.goto('/harbor/landing')
  expect(answer?.status()).toBe(404)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page shows its final figures and the beginning of the demonstration @night', async ({
    page,
  }) => {
    await page.goto('/landing')
    await expect(figures(page).locator('.stat-figure')).toHaveText(FINAL)
    await expect(demo(page).locator('output').first()).toHaveText('$79')
    const { height } = (await demo(page).boundingBox()) ?? { height: 0 }
    expect(height).toBeLessThan(2 * (page.viewportSize()?.height ?? 0))
  })
})
