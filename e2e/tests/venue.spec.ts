import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

test('the page of an event leads to its venue, and the venue back to the event @both', async ({
  page,
}) => {
  await open(page, '/events')
  const main = page.getByRole('main')
  const card = main.getByRole('article').first()
  const name = (await card.getByRole('heading').innerText()).trim()
  await card.getByRole('link').first().click()
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
  const link = main.locator('a[href^="/venues/"]').first()
  const venue = (await link.innerText()).trim()
  await link.click()
  await expect(page).toHaveURL(/\/venues\/[\da-f-]{36}$/)
  await expect(main.getByRole('heading', { level: 1 })).toHaveText(venue)
  await expect(main.getByRole('link', { name: /See on a map/ })).toBeVisible()
  await expectNoViolations(page, 'venue')
  await expectContrastInOtherTheme(page, 'venue')
  await expectNoSidewaysScroll(page, 'venue')
  await main.getByRole('link', { name }).first().click()
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible()
})

test('an address that names no venue says so, and shows what is on @night', async ({
  page,
  watch,
}) => {
  watch.expectAnswer(404, /\/venues\//)
  await open(page, '/venues/0b7a6c1e-3f55-4b5c-9a52-3f6f0e2f0a00')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Venue not found' })).toBeVisible()
  await expect(main.getByRole('heading', { name: 'What is on' })).toBeVisible()
})
