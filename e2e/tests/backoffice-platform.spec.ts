import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, makeOperator } from '../support/office.ts'
import { expect, test } from '../support/test.ts'

const WIDTHS = [390, 820, 1440]

/** Axe in both themes, and no sideways scroll at any width. */
async function expectSound(page: Page, screen: string): Promise<void> {
  const window = page.viewportSize()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, screen)
    await expectNoViolations(page, `${screen} at ${width} px`)
  }
  await expectContrastInOtherTheme(page, screen)
  if (window) await page.setViewportSize(window)
}

test('an operator suspends an organizer, whose buyers and team read it, and lets it sell again', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug, person: operator } = await Clerk.withOrganizer(page, watch, world)
  const [tenant] = await world.sql<{ tenant_id: number; name: string }>(
    'select tenant_id, name from tenants where slug = $1',
    [slug],
  )
  const event = await world.event({ tenantId: tenant?.tenant_id })
  await makeOperator(world, operator.email)

  await page.goto('/admin/platform')
  await clerk.expectScreen('Organizers')
  await page.getByLabel('Search').fill(slug)
  const rows = page.getByRole('table', { name: 'Organizers' }).getByRole('row')
  await expect(rows).toHaveCount(2)
  await expectSound(page, 'the list of organizers')
  await rows.getByRole('link', { name: tenant?.name ?? '' }).click()
  await clerk.expectScreen(tenant?.name ?? '')
  await expectSound(page, 'an organizer')

  await page.getByRole('button', { name: 'Suspend' }).click()
  const asking = page.getByRole('dialog', { name: /^Suspend Lantern/ })
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(asking.getByText('Say why, in up to 500 characters.').first()).toBeVisible()
  await expectSound(page, 'the question before a suspension')
  await asking.getByLabel('Reason').fill('Tickets of somebody else')
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText(/^Suspended since/)).toBeVisible()

  await page.goto(`/admin/o/${slug}`)
  await expect(page.getByText('“Tickets of somebody else”')).toBeVisible()
  await expectSound(page, 'the office of a suspended organizer')
  // Pages of the shop may be some seconds old.
  await expect(async () => {
    await page.goto(`/${slug}/events-api/${event.eventId}`)
    await expect(page.getByText('Sales are paused').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText('Tickets of somebody else')).toHaveCount(0)

  await page.goto(`/admin/platform/organizers/${slug}`)
  await page.getByRole('button', { name: 'Let it sell again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Let it sell again' }).click()
  await expect(page.getByText('Not suspended')).toBeVisible()
  await expect(async () => {
    await page.goto(`/${slug}/events-api/${event.eventId}`)
    await expect(page.getByText('Sales are paused')).toHaveCount(0, { timeout: 1000 })
  }).toPass()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  await page.goto(`/admin/platform/log?organizer=${slug}`)
  await expect(page.getByText('let the organizer sell again')).toBeVisible()
  await expectSound(page, 'the log of operators')
  await page.getByRole('link', { name: 'Health' }).click()
  await clerk.expectScreen('Health')
  await expect(page.getByText('Stock and money add up')).toBeVisible()
  await expectSound(page, 'the health of the installation')
  await page.getByRole('link', { name: 'Configuration' }).click()
  await clerk.expectScreen('Configuration')
  await expect(page.getByText('Days of the trial').first()).toBeVisible()
  await expectSound(page, 'the configuration of the installation')
})

test('an operator changes fee, trial and configuration by keyboard alone @night', async ({
  page,
  watch,
  world,
}) => {
  const { clerk, slug, person: operator } = await Clerk.withOrganizer(page, watch, world)
  await makeOperator(world, operator.email)
  await page.goto(`/admin/platform/organizers/${slug}`)
  await clerk.expectScreen(/^Lantern/)
  await tabTo(page, page.getByRole('button', { name: 'Change the fee' }))
  await page.keyboard.press('Enter')
  const fee = page.getByRole('dialog', { name: /^Platform fee of/ })
  await tabTo(page, fee.getByLabel('The installation’s default'))
  await page.keyboard.press('Space')
  await tabTo(page, fee.getByLabel('Share, in percent'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2.5')
  await tabTo(page, fee.getByLabel('And an amount'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('30')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2.5 % and $0.30 of each payment')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Change the trial' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Last day').fill('2020-01-31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The trial ended on Jan 31, 2020')).toBeVisible()

  await page.goto('/admin/platform/configuration')
  await clerk.expectScreen('Configuration')
  const change = page.getByRole('button', { name: 'Change Days of the trial' })
  const days = page.getByRole('dialog').getByLabel('Value')
  await tabTo(page, change)
  await page.keyboard.press('Enter')
  watch.expectAnswer(400, /\/configuration\/trialDays$/)
  await days.fill('400')
  await page.keyboard.press('Enter')
  await expect(days).toHaveAttribute('aria-invalid', 'true')
  await days.fill('21')
  await page.keyboard.press('Enter')
  await expect(page.getByText('21', { exact: true })).toBeVisible()
  await change.click()
  await days.fill('')
  await page.keyboard.press('Enter')
  await expect(page.getByText('21', { exact: true })).toHaveCount(0)
})

test('for everybody else there is no platform, and an operator needs a second factor @night', async ({
  page,
  watch,
  world,
}) => {
  watch.expectAnswer(403, /\/api\/platform\/operator\//)
  const { clerk, person } = await Clerk.withOrganizer(page, watch, world)
  await page.goto('/admin/platform')
  await clerk.expectScreen('There is no such page')
  await makeOperator(world, person.email, 'password')
  await page.goto('/admin/platform')
  await expect(page.getByRole('heading', { name: 'A second factor is needed' })).toBeVisible()
  await expectSound(page, 'an operator without a second factor')
})
