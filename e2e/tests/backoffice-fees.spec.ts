import type { Locator, Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, makeSignInOld } from '../support/office.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'
import type { BuiltEvent, World } from '../support/world.ts'

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

/** An event of an organizer that a clerk has just registered. */
async function eventOf(world: World, slug: string): Promise<BuiltEvent> {
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  const types = [{ name: 'Adult', priceMinor: 3000 }]
  return world.event({ tenantId: tenant?.tenant_id, name: 'Fado', types })
}

/** Reaches a control by Tab and presses it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

test('a fee and a tax are made and given to an event by keyboard alone, and buyers pay them', async ({
  page,
  stranger,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world)
  const { eventId, date } = await eventOf(world, slug)
  await page.goto(`/admin/o/${slug}/settings/fees`)
  await clerk.expectScreen('Fees and taxes')
  await expect(page.getByText('No fee sets: buyers pay the price alone.')).toBeVisible()
  await expectSound(page, 'no fees yet')

  const { keyboard } = page
  const dialog = page.getByRole('dialog')
  await press(page, page.getByRole('button', { name: 'Add a fee set' }))
  await expect(dialog).toBeVisible()
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Service fee')
  await tabTo(page, dialog.getByLabel('Percent'))
  await keyboard.type('125')
  await keyboard.press('Enter')
  // The summary has the focus, and its link leads to the field. All that was typed is there.
  await expect(dialog.getByText('One field needs a change')).toBeVisible()
  await expectSound(page, 'a fee with a mistake')
  await press(page, dialog.getByRole('link', { name: /^Enter a number from 0 to 100/ }))
  await expect(dialog.getByLabel('Percent')).toBeFocused()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Service fee')
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('12.5')
  await expect(dialog.getByText('$28.13')).toBeVisible()
  await keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Fee sets' })).toContainText('12.5%')

  await press(page, page.getByRole('button', { name: 'Add a tax rate' }))
  await tabTo(page, dialog.getByRole('textbox', { name: 'Name' }))
  await keyboard.type('Sales tax')
  await tabTo(page, dialog.getByLabel('Rate in percent'))
  await keyboard.type('10')
  await tabTo(page, dialog.getByRole('radio', { name: /^Included in prices/ }))
  await keyboard.press('ArrowDown')
  await expect(dialog.getByText('Sales tax 10%')).toBeVisible()
  await expect(dialog.getByText('$27.50')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: 'The default' })).toBeChecked()
  await expectSound(page, 'a tax rate')
  await press(page, dialog.getByRole('button', { name: 'Add the tax rate' }))
  await expect(page.getByRole('list', { name: 'Tax rates' })).toContainText('Default')
  await expectSound(page, 'fees and taxes')

  await page.goto(`/admin/o/${slug}/events/${eventId}`)
  await clerk.expectScreen('Fado')
  const feeSet = page.getByLabel('Fee set')
  await expect(feeSet.getByRole('option', { name: 'Service fee (12.5%)' })).toBeAttached()
  await tabTo(page, feeSet)
  await keyboard.type('Service')
  await press(page, page.getByRole('button', { name: 'Save', exact: true }))
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  // 30.00 with a fee of 3.75, and a tax of 10 % on each of them.
  const visitor = await stranger()
  const buyer = new Buyer(visitor)
  await open(visitor, `/${slug}/events-api/${eventId}/tickets?date=${date}`)
  await expect(visitor.getByText('$37.13').first()).toBeVisible()
  await buyer.addTicket('Adult')
  await visitor.getByRole('button', { name: 'Review Order' }).click()
  await buyer.expectStep('Review Order')
  const main = visitor.getByRole('main')
  await expect(main.getByText('Service fee').filter({ visible: true }).first()).toBeVisible()
  await expect(main.getByText('Sales tax 10%').filter({ visible: true }).first()).toBeVisible()
  await expect(main.getByText('$3.38').filter({ visible: true }).first()).toBeVisible()
  await buyer.expectTotal(3713)
})

test('a change by somebody else and a sign-in that is too old keep all that was typed @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug, person: ada } = await Clerk.withOrganizer(page, watch, world)
  await page.goto(`/admin/o/${slug}/settings/fees`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add a fee set' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Booking fee')
  await dialog.getByRole('radio', { name: /^An amount/ }).check()
  await dialog.getByLabel('Amount in USD').fill('2.50')
  await dialog.getByRole('button', { name: 'Add the fee set' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Booking fee', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Booking fee')

  await world.sql(
    `update fee_sets set name = 'Fee', is_absorbed = true
     where tenant_id = (select tenant_id from tenants where slug = $1)`,
    [slug],
  )
  await makeSignInOld(world, ada.email)
  watch.expectAnswer(409, /\/api\/admin\/fee-sets\//)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Handling fee')
  await dialog.getByLabel('Amount in USD').fill('3')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const again = page.getByRole('dialog', { name: 'Is it still you?' })
  await again.getByLabel('Password', { exact: true }).fill(ada.password)
  await again.getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(dialog.getByRole('alert')).toContainText('Name: they saved “Fee”')
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Handling fee')
  await expect(dialog.getByLabel('Amount in USD')).toHaveValue('3')
  await expect(dialog.getByRole('radio', { name: /^Absorbed/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save' }).click()
  const list = page.getByRole('list', { name: 'Fee sets' })
  await expect(list).toContainText('Handling fee')
  await expect(list).toContainText('$3')
  await expect(list).toContainText('Absorbed')
})

test('what is in use says so before it is archived, and what is archived can be restored @night', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  await world.event({
    tenantId: tenant?.tenant_id,
    name: 'Fado',
    types: [{ name: 'Adult' }],
    fee: { ratePpm: 50_000 },
    tax: { name: 'IVA', ratePpm: 230_000, isInclusive: true },
  })
  await page.goto(`/admin/o/${slug}/settings/fees`)
  const dialog = page.getByRole('dialog')
  const archive = async (name: string) => {
    await page.getByRole('button', { name: `More about ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Archive…' }).click()
    await expect(dialog).toBeVisible()
    await expectSound(page, `archiving ${name}`)
  }
  await archive('IVA')
  await expect(dialog).toContainText('Give these another rate first: Adult (Fado).')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await expect(dialog).toHaveCount(0)

  const fees = page.getByRole('list', { name: 'Fee sets' })
  const name = (await fees.getByRole('listitem').getByRole('button').first().textContent()) ?? ''
  await archive(name)
  await expect(dialog).toContainText('It is charged no more for what has it: Fado.')
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(fees).toHaveCount(0)
  await page.getByText('Archived (1)').click()
  await page.getByRole('button', { name: `Restore ${name}` }).click()
  await expect(fees).toContainText(name)
})
