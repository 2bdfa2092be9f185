import type { Page } from '@playwright/test'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf, someColleague } from '../support/office.ts'
import { holdByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

/** Axe in both themes, and no sideways scroll at any width. */
async function expectSound(page: Page, screen: string): Promise<void> {
  const window = page.viewportSize()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, screen)
    await expectNoViolations(page, `${screen} at ${width} px`)
  }
  await expectContrastInOtherTheme(page, screen)
  if (window) await page.setViewportSize(window)
}

/** Chooses the only coupon group that has these letters. */
async function chooseGroup(page: Page, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Coupon group' })
  await tabTo(page, field)
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(name)
}

test('a campaign goes from group to code, rule, buyer and uses, in the office by keyboard alone', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  test.slow()
  const clerk = new Clerk(page, watch)
  await clerk.signUp(someColleague())
  const slug = await clerk.register()
  const event = await eventOf(world, slug)
  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  const press = async (name: string) => {
    await tabTo(page, page.getByRole('button', { name, exact: true }))
    await keyboard.press('Enter')
  }
  await page.goto(`/admin/o/${slug}/coupons`)
  await clerk.expectScreen('Coupon Groups')
  await expectSound(page, 'no coupon groups')
  await press('New coupon group')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Spring <b>letter</b>')
  await keyboard.press('Enter')
  await expect(page.getByText('Coupon group created successfully').first()).toBeVisible()
  await expect(page.getByText('No rule yet')).toBeVisible()
  await expectSound(page, 'coupon groups')

  await tabTo(page, page.getByRole('link', { name: 'Coupon Codes' }))
  await keyboard.press('Enter')
  await clerk.expectScreen('Coupon Codes')
  await press('New coupon code')
  await chooseGroup(page, 'Spring <b>letter</b>')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Code', exact: true }))
  await keyboard.type('SPRING10')
  await keyboard.press('Enter')
  await expect(page.getByText('Coupon code created successfully').first()).toBeVisible()
  await expect(page.getByRole('table')).toContainText('0 of 1')

  // A code that exists is refused at its field, with all that was typed.
  await press('New coupon code')
  await chooseGroup(page, 'Spring <b>letter</b>')
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true })
  await tabTo(page, code)
  await keyboard.type('spring10')
  watch.expectAnswer(409, /createCouponCode/)
  await keyboard.press('Enter')
  await expect(code).toHaveAccessibleDescription(/There is a coupon with the code spring10 already/)
  await expect(code).toHaveValue('spring10')
  await expectSound(page, 'a code that exists')
  await press('Cancel')

  await tabTo(page, page.getByRole('link', { name: 'Checkout Rules' }))
  await keyboard.press('Enter')
  await clerk.expectScreen('Checkout Rules')
  await press('New checkout rule')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Ten percent for readers')
  await keyboard.press('Enter')
  await expect(
    dialog.getByRole('link', { name: 'At least one condition must have a value' }),
  ).toBeVisible()
  await tabTo(page, dialog.getByRole('radio', { name: /^Automatic/ }))
  await keyboard.press('ArrowDown')
  await chooseGroup(page, 'Spring <b>letter</b>')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Condition 1' }))
  await keyboard.type('Number')
  await tabTo(page, dialog.getByLabel('Value'))
  await keyboard.type('2')
  await tabTo(page, dialog.getByLabel('Percent'))
  await keyboard.type('10')
  await expectSound(page, 'a new rule')
  await keyboard.press('Enter')
  await expect(page.getByText('Checkout rule created successfully').first()).toBeVisible()
  const rules = page.getByRole('table', { name: 'Checkout Rules' })
  await expect(rules).toContainText('10% off all tickets')
  await expect(rules).toContainText('Number of tickets is at least 2')
  await expectSound(page, 'checkout rules')

  // Two tickets of 30.00.
  const visitor = await stranger()
  const base = `/${slug}`
  const cartId = await holdByCall(visitor.request, event, 2, undefined, base)
  const buyer = new Buyer(visitor, base)
  await buyer.openCheckout(cartId)
  await visitor.locator('summary', { hasText: 'Have a coupon?' }).press('Enter')
  const field = visitor.getByRole('textbox', { name: 'Coupon code' })
  await field.fill('spring10')
  await field.press('Enter')
  await buyer.expectTotal(5400)
  await page.goto(`/admin/o/${slug}/coupons/codes`)
  await expect(page.getByRole('table')).toContainText('1 in a cart')
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  await page.reload()
  await expect(page.getByRole('table')).toContainText('1 of 1')
  await expect(page.getByText('Used up')).toBeVisible()
  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await expect(rules).toContainText('$6.00 off')

  // The report of the group, from its row; then that of the rule, from its uses.
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  await press('More about Spring <b>letter</b>')
  await page.getByRole('menuitem', { name: 'Report' }).press('Enter')
  await clerk.expectScreen('Report: Spring <b>letter</b>')
  await expect(page.getByRole('definition').filter({ hasText: '$54.00' })).toBeVisible()
  const byCode = page.getByRole('table', { name: 'Report by code' })
  await expect(byCode.getByRole('row').last()).toHaveText(
    /SPRING10\s*1\s*1\s*2\s*\$6\.00\s*\$54\.00/,
  )
  await expectSound(page, 'the report of a group')
  const download = page.waitForEvent('download')
  await press('Export as CSV')
  expect((await download).suggestedFilename()).toBe('report-of-group.csv')
  const lastDay = page.getByLabel('Last day')
  await lastDay.fill('2020-01-31')
  await expect(page.getByText('No order on these days')).toBeVisible()
  await page.getByLabel('First day').fill('2020-02-01')
  await expect(lastDay).toHaveAccessibleDescription(/Must not be before the first day/)
  await expectSound(page, 'a report without an order')
  await press('Last 7 days')
  await expect(byCode).toBeVisible()
  await page.reload()
  await expect(byCode).toBeVisible()
  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await tabTo(page, page.getByRole('link', { name: /report of Ten percent for readers/ }))
  await keyboard.press('Enter')
  await clerk.expectScreen('Report: Ten percent for readers')
  await expect(page.getByRole('table', { name: 'Report by event' })).toContainText('$54.00')
})

test('many codes are made in one go, and the file has all of them', async ({ page, watch }) => {
  const clerk = new Clerk(page, watch)
  await clerk.signUp(someColleague())
  const slug = await clerk.register()
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New coupon group' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Members')
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await page.getByRole('link', { name: 'Members' }).press('Enter')
  await clerk.expectScreen('Coupon Codes')
  await page.getByRole('button', { name: 'Many codes' }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: 'Coupon group' })).toHaveValue('Members')
  await dialog.getByLabel('Number of codes').fill('120')
  await dialog.getByLabel('Each begins with').fill('member-')
  await expectSound(page, 'many codes')
  await dialog.getByRole('button', { name: 'Create the codes' }).press('Enter')
  await expect(dialog.getByRole('heading', { name: '120 codes are ready' })).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download the codes' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('coupon-codes-120.csv')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more coupon codes' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(101)
  await page
    .getByRole('button', { name: /^More about MEMBER-/ })
    .first()
    .press('Enter')
  await page.getByRole('menuitem', { name: 'Switch off' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Off' })).toHaveCount(1)
})

test('a failure says what failed and why, and all that was typed stays', async ({
  page,
  watch,
}) => {
  const clerk = new Clerk(page, watch)
  await clerk.signUp(someColleague())
  const slug = await clerk.register()
  const down = { error: 'Something went wrong on our side.', code: 'internal_error' }
  const CREATING = /\/api\/create/
  await page.route(CREATING, (route) => route.fulfill({ status: 500, json: down }))
  watch.expectAnswer(500, CREATING)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  await page.getByRole('button', { name: 'New coupon group' }).click()
  await name.fill('Spring')
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await expect(dialog.getByText('Failed to create coupon group')).toBeVisible()
  await expect(name).toHaveValue('Spring')

  await page.unroute(CREATING)
  await dialog.getByRole('button', { name: 'Create the group' }).press('Enter')
  await expect(page.getByText('Coupon group created successfully').first()).toBeVisible()
  await page.route(CREATING, (route) => route.fulfill({ status: 500, json: down }))
  await page.goto(`/admin/o/${slug}/coupons/codes`)
  await page.getByRole('button', { name: 'New coupon code' }).press('Enter')
  await chooseGroup(page, 'Spring')
  const code = dialog.getByRole('textbox', { name: 'Code', exact: true })
  await code.fill('SPRING10')
  const uses = dialog.getByRole('textbox', { name: 'Usage limit' })
  await uses.fill('25')
  await dialog.getByRole('button', { name: 'Create the code' }).press('Enter')
  await expect(dialog.getByText('Failed to create coupon code')).toBeVisible()
  await expect(dialog.getByRole('combobox', { name: 'Coupon group' })).toHaveValue('Spring')
  await expect(code).toHaveValue('SPRING10')
  await expect(uses).toHaveValue('25')

  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await page.getByRole('button', { name: 'New checkout rule' }).click()
  await name.fill('Groups')
  await dialog.getByLabel('Value').fill('50')
  await dialog.getByLabel('Percent').fill('10')
  await dialog.getByRole('button', { name: 'Create the rule' }).click()
  await expect(dialog.getByText('Failed to create checkout rule')).toBeVisible()
  await expect(name).toHaveValue('Groups')
})
