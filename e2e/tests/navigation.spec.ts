import type { Page } from '@playwright/test'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { holdBack } from '../support/hold-back.ts'
import { open, reload } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

const list = (page: Page) => page.getByRole('heading', { name: 'Upcoming Events' })
const help = (page: Page) => page.getByRole('heading', { level: 1, name: 'Help Center' })
const toHelp = (page: Page) => page.getByRole('link', { name: 'Help Center' })
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('a page begins at its top, and Back and a reload restore the scroll position @both', async ({
  page,
}) => {
  await open(page, '/')
  const link = page.getByRole('article').nth(6).getByRole('link')
  // Scrolls to where the press will find it.
  await link.click({ trial: true })
  const left = await scrolled(page)
  expect(left).toBeGreaterThan(200)
  await link.click()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)

  await page.goBack()
  await expect(list(page)).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(left)
  await reload(page)
  await expect.poll(() => scrolled(page)).toBe(left)
})

test('a buyer who goes back before a page has loaded stays on the previous one @night', async ({
  page,
}) => {
  await open(page, '/')
  const release = await holdBack(page, /\/api\/pages\/help/)
  await toHelp(page).click()
  await expect(page).toHaveURL(/\/pages\/help$/)
  await expect(list(page)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  release()
  await expect(toHelp(page)).toBeVisible()
  await expect(list(page)).toBeVisible()

  await toHelp(page).click()
  await expect(help(page)).toBeFocused()
})

test('a page whose scripts belong to an earlier build is loaded from the server @night', async ({
  page,
  watch,
}) => {
  watch.expectFailure(/\/assets\/site-page-/)
  await open(page, '/')
  await page.route(/\/assets\/site-page-/, (route) => route.abort(), { times: 1 })
  await toHelp(page).click()
  await expect(help(page)).toBeVisible()
  await expect(page).toHaveURL(/\/pages\/help$/)
})

test('a press without a connection says so, keeps the page, and continues when the connection is back @both', async ({
  page,
  context,
  watch,
}) => {
  watch.expectFailure(/./)
  await open(page, '/')
  await page.evaluate(() => Object.assign(window, { isFirstDocument: true }))
  await context.setOffline(true)
  await toHelp(page).click()
  const notice = page.getByRole('status').filter({ hasText: 'You are offline.' })
  await expect(notice).toContainText('The page you chose opens by itself')
  await expect(list(page)).toBeVisible()
  await expectNoViolations(page, 'offline')
  await expectNoSidewaysScroll(page, 'offline')

  await context.setOffline(false)
  await expect(help(page)).toBeFocused()
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => 'isFirstDocument' in window)).toBe(true)
})

test('a link pressed with a modifier key opens another tab @night', async ({ page, context }) => {
  await open(page, '/')
  const opened = context.waitForEvent('page')
  await toHelp(page).click({ modifiers: ['ControlOrMeta'] })
  await expect(help(await opened)).toBeVisible()
  await expect(list(page)).toBeVisible()
})
