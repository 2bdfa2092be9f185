import type { Locator, Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import { Campaign, CODES, holdByLink, payWithCode, SHOW } from '../support/campaign-story.ts'
import { someColleague } from '../support/colleague.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { expectSound } from '../support/sound.ts'
import { expect, test } from '../support/test.ts'

/** Chooses the only coupon group that has these letters. */
async function chooseGroup(page: Page, name: string): Promise<void> {
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Coupon group' })
  await tabTo(page, field)
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue(name)
}

test('a campaign goes from group to report', async ({ page, stranger, watch, world }) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world, {
    person: someColleague('Mara Lindqvist'),
  })
  await eventOf(world, slug, SHOW)
  // The screens of rules are looked at in the next test.
  const looked = ['group', 'many-codes', 'codes-ready', 'simulator', 'used-code', 'report']
  const campaign = new Campaign(page, watch, slug, async (screen) => {
    if (looked.includes(screen)) await expectSound(page, screen)
  })
  await campaign.createGroup()
  const codes = await campaign.createCodes()
  expect(new Set(codes).size).toBe(CODES)
  const [code = ''] = codes
  await campaign.createRuleOfGroup()
  await campaign.createAutomaticRule()
  await campaign.simulate(code)
  const reader = new Buyer(await stranger(), `/${slug}`)
  await holdByLink(reader, code)
  await campaign.expectInCart(code)
  await payWithCode(reader, async () => {})
  await campaign.expectUsedUp(code)
  await campaign.openReport(code)

  const byCode = page.getByRole('table', { name: 'Report by code' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('report-of-group.csv')
  const lastDay = page.getByLabel('Last day')
  await lastDay.fill('2020-01-31')
  await expect(page.getByText('No order on these days')).toBeVisible()
  await page.getByLabel('First day').fill('2020-02-01')
  await expect(lastDay).toHaveAccessibleDescription(/Must not be before the first day/)
  await expectSound(page, 'a report without an order')
  await page.getByRole('button', { name: 'Last 7 days' }).press('Enter')
  await expect(byCode).toBeVisible()
  await page.reload()
  await expect(byCode).toBeVisible()

  // The report of the rule, from its uses.
  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await expect(page.getByRole('table', { name: 'Checkout Rules' })).toContainText('$7.00 off')
  await tabTo(page, page.getByRole('link', { name: /report of Ten percent for readers/ }))
  await page.keyboard.press('Enter')
  await clerk.expectScreen('Report: Ten percent for readers')
  await expect(page.getByRole('table', { name: 'Report by event' })).toContainText('$63.00')
})

test('a group, a code and a rule are created by keyboard alone @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
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
  await expectSound(page, 'no coupon codes')
  await press('New coupon code')
  await chooseGroup(page, 'Spring <b>letter</b>')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Code', exact: true }))
  await keyboard.type('SPRING10')
  await keyboard.press('Enter')
  await expect(page.getByText('Coupon code created successfully').first()).toBeVisible()
  await expect(page.getByRole('table')).toContainText('0 of 1')
  await expectSound(page, 'coupon codes')

  await tabTo(page, page.getByRole('link', { name: 'Checkout Rules' }))
  await keyboard.press('Enter')
  await clerk.expectScreen('Checkout Rules')
  await expectSound(page, 'no checkout rules')
  await press('New checkout rule')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Ten percent for readers')
  await keyboard.press('Enter')
  const missing = dialog.getByRole('link', { name: 'At least one condition must have a value' })
  await expect(missing).toBeVisible()
  await expectSound(page, 'a rule without a value')
  await tabTo(page, missing)
  await keyboard.press('Enter')
  await expect(dialog.getByRole('group', { name: 'Conditions' })).toBeFocused()
  await tabTo(page, dialog.getByRole('radio', { name: /^Automatic/ }), 'Shift+Tab')
  await keyboard.press('ArrowDown')
  await chooseGroup(page, 'Spring <b>letter</b>')
  await tabTo(page, dialog.getByRole('combobox', { name: 'Condition 1', exact: true }))
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
})

test('many codes are listed a page at a time, and each can be switched off @night', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New coupon group' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Members')
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await page.getByRole('link', { name: 'Members' }).press('Enter')
  await clerk.expectScreen('Coupon Codes')
  await page.getByRole('button', { name: 'Many codes' }).press('Enter')
  await dialog.getByLabel('Number of codes').fill('120')
  await dialog.getByRole('button', { name: 'Create the codes' }).press('Enter')
  await dialog.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(51)
  await page.getByRole('button', { name: 'Show more coupon codes' }).press('Enter')
  await expect(page.getByRole('row')).toHaveCount(101)
  const first = page.getByRole('button', { name: /^More about/ }).first()
  await first.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).press('Enter')
  await expectSound(page, 'a code that is edited')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
  await first.press('Enter')
  await page.getByRole('menuitem', { name: 'Switch off' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'Off' })).toHaveCount(1)
})

test('a failure says what failed and why, and all that was typed stays @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const down = { error: 'Something went wrong on our side.', code: 'internal_error' }
  const CREATING = /\/api\/create/
  await page.route(CREATING, (route) => route.fulfill({ status: 500, json: down }))
  watch.expectAnswer(500, CREATING)
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name' })
  const expectFailure = async (title: string) => {
    const failure = dialog.getByText(title).locator('..')
    await expect(failure).toContainText(down.error)
  }
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  await page.getByRole('button', { name: 'New coupon group' }).click()
  await name.fill('Spring')
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await expectFailure('Failed to create coupon group')
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
  await expectFailure('Failed to create coupon code')
  await expect(dialog.getByRole('combobox', { name: 'Coupon group' })).toHaveValue('Spring')
  await expect(code).toHaveValue('SPRING10')
  await expect(uses).toHaveValue('25')
  await expectSound(page, 'a code that could not be created')

  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await page.getByRole('button', { name: 'New checkout rule' }).click()
  await name.fill('Groups')
  await dialog.getByLabel('Value').fill('50')
  await dialog.getByLabel('Percent').fill('10')
  await dialog.getByRole('button', { name: 'Create the rule' }).click()
  await expectFailure('Failed to create checkout rule')
  await expect(name).toHaveValue('Groups')
  await expect(dialog.getByLabel('Value')).toHaveValue('50')
  await expect(dialog.getByLabel('Percent')).toHaveValue('10')
})

/** A problem at its field, and in the summary, which links to the field. */
async function expectProblem(dialog: Locator, field: Locator, text: string | RegExp) {
  await expect(field).toHaveAccessibleDescription(text)
  await expect(dialog.getByRole('alert').getByRole('link', { name: text })).toBeVisible()
}

test('a code that does not fit is refused at its fields, and all that was typed stays @night', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const dialog = page.getByRole('dialog')
  await page.goto(`/admin/o/${slug}/coupons/groups`)
  await page.getByRole('button', { name: 'New coupon group' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Spring')
  await dialog.getByRole('button', { name: 'Create the group' }).click()
  await page.getByRole('link', { name: 'Spring' }).press('Enter')
  await clerk.expectScreen('Coupon Codes')

  const code = dialog.getByRole('textbox', { name: 'Code', exact: true })
  const uses = dialog.getByRole('textbox', { name: 'Usage limit' })
  const create = dialog.getByRole('button', { name: 'Create the code' })
  await page.getByRole('button', { name: 'New coupon code' }).press('Enter')
  await code.fill('SPRING10')
  await uses.fill('many')
  await create.press('Enter')
  await expectProblem(dialog, uses, /A whole number from 1 to 1,000,000/)
  await expect(code).toHaveValue('SPRING10')
  await expect(uses).toHaveValue('many')
  await uses.fill('1')
  await create.press('Enter')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'New coupon code' }).press('Enter')
  await code.fill('spring10')
  watch.expectAnswer(409, /createCouponCode/)
  await create.press('Enter')
  await expectProblem(dialog, code, /There is a coupon with the code spring10 already/)
  await expect(code).toHaveValue('spring10')
  await expectSound(page, 'a code that exists')
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')

  await page.getByRole('button', { name: 'Many codes' }).press('Enter')
  const count = dialog.getByLabel('Number of codes')
  const start = dialog.getByLabel('Each begins with')
  await count.fill('10001')
  await start.fill('=FAN')
  await dialog.getByRole('button', { name: 'Create the codes' }).press('Enter')
  await expectProblem(dialog, count, /A whole number from 1 to 10,000/)
  await expectProblem(dialog, start, /At most 20 letters, digits and hyphens/)
  await expect(dialog.getByRole('alert').getByRole('link')).toHaveText([/whole number/, /letters/])
  await expect(start).toHaveValue('=FAN')
  await expectSound(page, 'many codes with mistakes')
})

test('a rule that does not fit is refused at its fields, and all that was typed stays @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const event = await eventOf(world, slug, { name: 'Fado at Nine' })
  const dialog = page.getByRole('dialog')
  const create = dialog.getByRole('button', { name: 'Create the rule' })
  await page.goto(`/admin/o/${slug}/coupons/rules`)
  await page.getByRole('button', { name: 'New checkout rule' }).press('Enter')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Evenings')
  const first = dialog.getByLabel('Value of condition 1')
  const second = dialog.getByLabel('Value of condition 2')
  const percent = dialog.getByLabel('Percent of discount 1')
  // A list keeps its last row.
  await expect(dialog.getByRole('button', { name: 'Remove condition 1' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Remove discount 1' })).toBeDisabled()
  await expect(percent).toHaveAttribute('min', '0')
  await expect(percent).toHaveAttribute('step', '0.01')

  // A number that is none, and a moment without its time: the browser has no value of them.
  await first.fill('50')
  await first.press('e')
  const from = dialog.getByLabel('Valid from')
  await from.focus()
  await page.keyboard.type('05312031')
  await create.press('Enter')
  const summary = dialog.getByRole('alert')
  await expect(summary).toBeFocused()
  await expect(summary).toContainText('Value of condition 1: enter a number.')
  await summary.getByRole('link', { name: 'Valid from: fill in all of it, or nothing.' }).click()
  await expect(from).toBeFocused()
  await expectSound(page, 'a rule with half a moment')
  await from.fill('2031-05-31T09:30')

  const about = (row: number) =>
    dialog.getByRole('combobox', { name: `Condition ${row}`, exact: true })
  await about(1).selectOption('Number of tickets')
  await first.fill('2.5')
  await dialog.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await about(2).selectOption('Order total')
  await second.fill('-1')
  await percent.fill('150')
  await dialog.getByRole('radio', { name: /^Selected events/ }).check()
  const add = dialog.getByRole('combobox', { name: 'Add an event' })
  await add.fill('Fado')
  await page.getByRole('option', { name: 'Fado at Nine' }).click()
  await dialog.getByLabel('Valid until').fill('2031-05-31T09:00')
  await create.press('Enter')
  await expect(first).toHaveAccessibleDescription('Enter a whole number, like 4')
  await expect(second).toHaveAccessibleDescription('Enter an amount, like 50 or 49.90')
  await expect(percent).toHaveAccessibleDescription('Enter a percentage above 0 and up to 100')
  await expect(summary.getByRole('link')).toHaveText([
    'Condition 1: Enter a whole number, like 4; Condition 2: Enter an amount, like 50 or 49.90',
    'Discount 1: Enter a percentage above 0 and up to 100',
    'Must be after the time from which it is valid.',
  ])
  await expectSound(page, 'a rule with mistakes')
  await first.fill('2')
  await expect(first).toHaveAccessibleDescription('')
  await second.fill('10')
  await percent.fill('15')
  await dialog.getByLabel('Valid until').fill('2031-05-31T22:00')

  // Somebody deletes the event meanwhile.
  await world.sql('update events set is_published = false where id = $1', [event.eventId])
  const status = await page.evaluate(
    async ([id, brand]) => {
      const headers = { 'x-brand-path': brand }
      return (await fetch(`/api/admin/events/${id}`, { method: 'DELETE', headers })).status
    },
    [event.eventId, slug] as const,
  )
  expect(status).toBe(200)
  watch.expectAnswer(400, /createCheckoutRule/)
  await create.press('Enter')
  await expectProblem(dialog, add, /Event 1: This event does not exist any more/)
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Evenings')
  await expect(second).toHaveValue('10')
  await dialog.getByRole('button', { name: /^Fado at Nine.*remove$/ }).press('Enter')
  await dialog.getByRole('radio', { name: /^All events/ }).check()
  await create.press('Enter')
  await expect(page.getByRole('table', { name: 'Checkout Rules' })).toContainText('15% off')
})
