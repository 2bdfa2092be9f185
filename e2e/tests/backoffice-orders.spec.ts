import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { someColleague } from '../support/colleague.ts'
import { tabTo } from '../support/focus.ts'
import { Clerk, eventOf } from '../support/office.ts'
import { holdByCall, payByCall } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'
import type { Watch } from '../support/watch.ts'
import type { World } from '../support/world.ts'

/** A shop with an order of Ada Lovelace, and its clerk at the order desk. */
async function deskWithOrder(page: Page, watch: Watch, world: World) {
  const { clerk, slug } = await Clerk.withOrganizer(page, watch, world, {
    person: someColleague('Grace Hopper'),
  })
  const event = await eventOf(world, slug)
  const base = `/${slug}`
  const cart = await holdByCall(page.request, event, 2, undefined, base)
  const orderId = await payByCall(page.request, cart, base)
  await world.untilCardIsStored(orderId)
  await page.goto(`/admin/o/${slug}`)
  await clerk.expectScreen(/./)
  return { clerk, slug, orderId, office: `/admin/o/${slug}/orders` }
}

const searchField = (page: Page) => page.getByLabel('Search orders')

test("a customer's call is answered in the desk by keyboard alone: found, sent again, corrected, noted", async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug, orderId } = await deskWithOrder(page, watch, world)
  await page.goto(`/admin/o/${slug}`)
  const orders = page.getByRole('link', { name: 'Orders', exact: true })
  await expect(orders).toBeVisible()
  await tabTo(page, orders)
  await page.keyboard.press('Enter')
  await clerk.expectScreen('Orders')
  await tabTo(page, searchField(page))
  await page.keyboard.type('LOVElace ada')
  await expect(page).toHaveURL(/q=LOVElace/)
  const found = page.getByRole('link', { name: 'Ada Lovelace' })
  await expect(found).toHaveCount(1)
  await tabTo(page, found)
  await page.keyboard.press('Enter')
  await clerk.expectScreen(`Order ${orderId.slice(-8).toUpperCase()}`)
  await expect(page.getByText('Visa •••• 4242')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Resend the tickets' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^The tickets (are|were) .*ada-/).first()).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Correct the address' }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('dialog').getByLabel('E-mail')
  await expect(field).toBeVisible()
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('ada.right@example.com')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(
    page.getByRole('definition').filter({ hasText: 'ada.right@example.com' }),
  ).toBeVisible()

  await tabTo(page, page.getByLabel('New tag', { exact: true }).and(page.getByRole('combobox')))
  await page.keyboard.type('Called us')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Tags' }).getByText('called us')).toBeVisible()
  await tabTo(page, page.getByLabel('New note', { exact: true }).and(page.getByRole('textbox')))
  await page.keyboard.type('Her address had a typo.')
  await tabTo(page, page.getByRole('button', { name: 'Add the note' }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('list', { name: 'Notes' }).getByText('Her address had a typo.'),
  ).toBeVisible()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByText('Grace Hopper corrected the address of an order')).toBeVisible()

  await page.goto(`/admin/o/${slug}/orders?tag=called us&state=PAID`)
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('called us')
  await expect(page.getByText('ada.right@example.com')).toBeVisible()
})

test('the desk says what to try if nothing is found, and reads on a phone and in both themes @night', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, orderId, office } = await deskWithOrder(page, watch, world)
  for (const [path, heading] of [
    [office, 'Orders'],
    [`${office}/${orderId}`, /^Order /],
  ] as const) {
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await clerk.expectScreen(heading)
      await expect(page.getByText('Ada Lovelace').first()).toBeVisible()
      await expectNoSidewaysScroll(page, path)
      await expectNoViolations(page, `${path} at ${width} px`)
    }
    await expectContrastInOtherTheme(page, path)
  }
  await page.goto(`${office}?q=nobody of this name`)
  await expect(page.getByRole('heading', { name: 'No order like this' })).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(page.getByRole('link', { name: 'Ada Lovelace' })).toBeVisible()
})

test('the orders that are listed are exported as CSV, without a formula, and the log says who did', async ({
  page,
  watch,
  world,
}) => {
  test.slow()
  const { clerk, slug, orderId, office } = await deskWithOrder(page, watch, world)
  await world.sql(`update orders set contact = contact || '{"firstName": "=1+1"}' where id = $1`, [
    orderId,
  ])
  const exported = async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('orders.csv')
    return readFile(await download.path(), 'utf8')
  }
  await page.goto(office)
  await clerk.expectScreen('Orders')
  const all = await exported()
  expect(all).toContain(orderId)
  expect(all).toContain("'=1+1 Lovelace")
  await expect(page.getByText('1 order exported')).toBeVisible()
  await page.getByLabel('State').selectOption('Refunded')
  await expect(page.getByRole('heading', { name: 'No order like this' })).toBeVisible()
  const none = await exported()
  expect(none).not.toContain(orderId)
  expect(none).toMatch(/^\uFEFFid,number,/)
  await page.goto(`/admin/o/${slug}/audit-log`)
  const entry = page.getByText('exported orders with their buyers').filter({ visible: true })
  await expect(entry).toHaveCount(2)
})
