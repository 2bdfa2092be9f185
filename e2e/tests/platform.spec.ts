import { expect, type Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open } from '../support/open.ts'
import { test } from '../support/test.ts'

const PAGES = [
  '/status',
  '/documentation',
  '/documentation?q=backups',
  '/documentation/pricing',
  '/documentation/walkthrough',
  '/privacy',
  '/terms',
]

test('the pages of the platform have no violation in either theme and nothing sticks out @both', async ({
  page,
}) => {
  test.slow()
  for (const path of PAGES) {
    await open(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page, path)
    await expectContrastInOtherTheme(page, path)
    await expectNoSidewaysScroll(page, path)
  }
})

const search = (page: Page) => page.getByRole('combobox', { name: 'Search the documentation' })

test('the documentation is searched by keyboard, and a result opens at its heading', async ({
  page,
}) => {
  await open(page, '/documentation')
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('bakcups')
  const options = page.getByRole('option')
  await expect(options.filter({ hasText: 'Backups' }).first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(options.first()).toBeHidden()
  await page.keyboard.type(' ')
  await expect(options.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/documentation\/operations#backups$/)
  await expect(page.getByRole('heading', { name: 'Backups' })).toBeInViewport()
})

test('without a chosen result, Enter leads to a page of results that can be shared @night', async ({
  page,
}) => {
  await open(page, '/documentation/pricing')
  await search(page).fill('row security')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(
    /\/documentation\?q=row%20security$|\/documentation\?q=row\+security$/,
  )
  await expect(page.getByRole('heading', { name: 'Found for “row security”' })).toBeVisible()
})

test('the days of the status are read by keyboard, in words @night', async ({ page }) => {
  await open(page, '/status')
  const day = page.getByRole('slider', { name: 'Day' })
  await day.focus()
  await expect(day).toHaveAttribute('aria-valuetext', /: (no interruption|down|not measured)/)
  // Two days back: the day before was measured if it has just ended.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-valuetext', /: not measured$/)
})
