import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { isAlive, open, reload } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search events' })
const found = (page: Page) => page.getByRole('region', { name: 'Found events' })
const count = (page: Page) => found(page).getByRole('status').first()
const cards = (page: Page) => found(page).getByRole('article')

test('a misspelt word finds an event, which the keyboard alone opens', async ({ page }) => {
  await open(page, '/events')
  await expect(count(page)).toHaveText(/^\d{2,3} events found$/)
  await tabTo(page, box(page))
  await page.keyboard.type('obsrvatory', { delay: 30 })
  // The texts of other events may contain the word too; the name comes first.
  await expect(count(page)).toHaveText(/^\d+ events? found for “observatory”$/)
  await expect(cards(page).first()).toContainText('Sky at Dusk')
  await expect(box(page)).toBeFocused()
  await expect(page).toHaveURL(/\/events\?q=obsrvatory$/)

  await tabTo(page, page.getByLabel('Category'))
  await page.keyboard.type('Exhibition')
  await expect(page).toHaveURL(/\?q=obsrvatory&category=exhibition$/)
  await tabTo(page, page.getByRole('button', { name: 'Clear filters' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?q=obsrvatory$/)

  await tabTo(page, found(page).getByRole('link', { name: 'Get Tickets for Sky at Dusk' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/event\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(box(page)).toHaveValue('obsrvatory')
  await expect(cards(page).first()).toContainText('Sky at Dusk')
})

test('Back leaves a search, Forward returns to it, and its address shows the same search to others @night', async ({
  page,
  stranger,
}) => {
  await open(page, '/events')
  await box(page).fill('hall')
  await expect(page).toHaveURL(/\?q=hall$/)
  await box(page).fill('lantern hall')
  await expect(page).toHaveURL(/\?q=lantern\+hall$|\?q=lantern%20hall$/)
  await expect(count(page)).toHaveText(/^\d+ events? found$/)
  await page.getByLabel('City').selectOption('New York')
  await expect(page).toHaveURL(/city=New(\+|%20)York/)
  await expect(cards(page).filter({ hasNotText: 'New York' })).toHaveCount(0)

  const other = await stranger()
  await open(other, page.url())
  await expect(box(other)).toHaveValue('lantern hall')
  await expect(other.getByLabel('City')).toHaveValue('New York')
  // For a moment the cards may still be those of the previous search; the address changes at once.
  await expect(cards(other).first()).toBeVisible()
  const names = await cards(other).getByRole('heading').allInnerTexts()
  await expect(cards(page).getByRole('heading')).toHaveText(names)

  await page.goBack()
  await expect(page.getByLabel('City')).toHaveValue('')
  await page.goBack()
  await expect(page).toHaveURL(/\/events$/)
  await expect(box(page)).toHaveValue('')
  await page.goForward()
  await expect(box(page)).toHaveValue('lantern hall')
})

test('a search without results offers other ways @night', async ({ page }) => {
  await open(page, '/events?q=zzzzzz&city=Chicago')
  await expect(
    page.getByRole('heading', { name: 'No events found matching the query.' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Show all events' }).click()
  await expect(page).toHaveURL(/\/events$/)
  await expect(cards(page)).toHaveCount(12)
  await expect(box(page)).toHaveValue('')
})

test('events that cannot be loaded are reported, and a retry loads them @night', async ({
  page,
  watch,
}) => {
  watch.expectFailure(/\/api\/events\/search/)
  watch.expectMessage(/Failed to fetch events/)
  await open(page, '/events')
  await page.route(/\/api\/events\/search/, (route) => route.abort())
  await box(page).fill('observatory')
  await expect(page.getByRole('alert')).toContainText('Failed to Load Events')
  await expect(page.getByRole('alert')).toContainText(
    'Unable to connect to the Event API. Please try again later.',
  )
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(box(page)).toHaveValue('observatory')
  await expect(cards(page).first()).toContainText('Sky at Dusk')
})

test('the opened part of the list is still open after a reload and after Back @night', async ({
  page,
  world,
}) => {
  const opened = 24
  const base = await world.organizerWithEvents(30)
  await expect.poll(async () => (await page.request.get(`${base}/`)).status()).toBe(200)
  await open(page, `${base}/`)
  const all = page.getByRole('article')
  await page.getByRole('button', { name: /^Load More Events/ }).click()
  await expect(all).toHaveCount(opened)
  await expect(page).toHaveURL(/\/\?shown=24$/)
  await reload(page)
  await expect(all).toHaveCount(opened)
  await all.nth(12).getByRole('link').click()
  await expect(page).toHaveURL(/\/events-api\/[0-9a-f-]{36}/)
  await page.goBack()
  await expect(all).toHaveCount(opened)
})

test('a phone searches with filters behind a button @phone', async ({ page }) => {
  await open(page, '/events')
  const filters = page.getByRole('button', { name: /^Filters/ })
  await expect(page.getByLabel('Category')).toBeHidden()
  await filters.tap()
  await expect(filters).toHaveAttribute('aria-expanded', 'true')
  await page.getByLabel('Category').selectOption('concert')
  await expect(filters).toHaveText('Filters (1)')
  await expect(page).toHaveURL(/category=concert$/)
  await expect(count(page)).toHaveText(/^\d events found$/)
  await expectNoSidewaysScroll(page, 'search')
  await expectNoViolations(page, 'search')
  await box(page).fill('zzzz')
  await expect(count(page)).toHaveText('0 events found')
  await expectNoSidewaysScroll(page, 'search without result')
  await expectNoViolations(page, 'search without result')
})

test('the header of every page without a search leads to it with the focus in its field @both @night', async ({
  page,
}) => {
  for (const address of ['/manage-order', '/pages/help']) {
    await page.goto(address)
    await isAlive(page)
    await page.getByRole('link', { name: 'Search events' }).click()
    await expect(page).toHaveURL(/\/events#search$/)
    await expect(box(page)).toBeFocused()
  }
  await page.keyboard.type('observatory')
  await expect(page).toHaveURL(/\?q=observatory/)
})

test('a page with a search of its own has no other in its header @both @night', async ({
  page,
  watch,
}) => {
  watch.expectAnswer(404, /\/no\/such\/page$/)
  for (const address of ['/', '/events-api', '/events', '/no/such/page']) {
    await page.goto(address)
    await isAlive(page)
    await expect(box(page)).toHaveCount(1)
    await expect(page.getByRole('link', { name: 'Search events' })).toHaveCount(0)
  }
})

test('the first screen searches, and its chips lead to a list that can be shared @both', async ({
  page,
}) => {
  await open(page, '/')
  await expectNoViolations(page, 'first screen')
  await box(page).fill('observatory')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page).toHaveURL(/\/events\?q=observatory$/)
  await expect(cards(page).first()).toContainText('Sky at Dusk')
  await page.goBack()

  const chips = page.getByRole('list', { name: 'Popular searches' })
  await chips.getByRole('link', { name: 'Free' }).click()
  await expect(page).toHaveURL(/\/events\?maxPrice=0$/)
  await expect(cards(page).first()).toContainText('Free')
  await chips.getByRole('link', { name: 'This weekend' }).click()
  await expect(page).toHaveURL(/\/events\?day=weekend&maxPrice=0$/)
  await chips.getByRole('link', { name: /^Free.*remove/ }).click()
  await expect(page).toHaveURL(/\/events\?day=weekend$/)
  await page.goBack()
  await expect(chips.getByRole('link', { name: /^Free.*remove/ })).toBeVisible()
})

test('the whole slide of the hero leads to its event @night', async ({ page }) => {
  // It turns by itself otherwise, perhaps before it is read.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/')
  const slide = page.getByRole('group', { name: /^1 of/ })
  const name = await slide.getByRole('heading').innerText()
  // The link lies over the picture.
  await slide.locator('img').filter({ visible: true }).click({ force: true })
  await expect(page).toHaveURL(/\/events-api\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
})
