import type { Page } from '@playwright/test'
import { Buyer } from '../support/buyer.ts'
import { fillShop, MARKUP, type MarkupShop, REFUSAL, TEXT } from '../support/markup-shop.ts'
import { Clerk } from '../support/office.ts'
import { open } from '../support/open.ts'
import { expect, test } from '../support/test.ts'

test('markup in any text of an organizer is shown as text and runs nowhere @night', async ({
  page,
  watch,
  world,
}) => {
  test.setTimeout(300_000)
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const made = await fillShop(page, world, slug)
  const shop = `/${slug}`
  await expect
    .poll(async () => (await page.request.get(`${shop}/?q=`)).text())
    .toContain('&lt;/script&gt;')
  watch.expectAnswer(409, /\/api\/quote$/)
  await lookAtShop(page, shop, made)
  await lookAtOffice(page, `/admin/o/${slug}`, made)
})

async function lookAtShop(
  page: Page,
  shop: string,
  { event, open: onSale, orderId, cartId }: MarkupShop,
): Promise<void> {
  const { eventId, venueId, typeId } = event
  for (const path of [
    '/',
    '/?q=Markup',
    `/?q=${encodeURIComponent(MARKUP)}`,
    `/events-api/${eventId}`,
    `/events-api/${eventId}?types=${typeId}:1`,
    `/venues/${venueId}`,
    '/pages/about',
    '/pages/help',
    '/pages/terms',
    '/manage-order',
    `/manage-order/${orderId}`,
    `/order-confirmation/${orderId}`,
    `/order/${orderId}`,
    `/order-tickets/${orderId}`,
    `/checkout-api/${cartId}`,
  ]) {
    await open(page, shop + path)
    await expectNothingRan(page, path)
    const structured = page.locator('script[type="application/ld+json"]')
    for (const json of await structured.allTextContents()) JSON.parse(json)
  }
  // At the checkout: the rule beside what it takes off, and what the buyer is asked to agree to.
  const asked = page.getByRole('checkbox', { name: TEXT })
  await expect(asked).toBeVisible()
  await expect(page.getByText(TEXT).filter({ visible: true }).first()).toBeVisible()
  await open(page, `${shop}/events-api/${eventId}`)
  await expect(page.getByText(MARKUP).first()).toBeVisible()

  // A rule refuses six tickets with its message.
  const buyer = new Buyer(page, shop)
  await open(page, `${shop}/events-api/${onSale.eventId}`)
  await buyer.openTickets()
  await buyer.addTicket(TEXT, 6)
  await buyer.goOnFromTickets()
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText(REFUSAL)
  await expectNothingRan(page, 'a cart that a rule refuses')
}

async function lookAtOffice(
  page: Page,
  office: string,
  { event: { eventId, venueId }, groupId, ruleId, orderId }: MarkupShop,
): Promise<void> {
  const event = `/events/${eventId}`
  for (const path of [
    '',
    '/events',
    event,
    `${event}/tickets`,
    `${event}/dates`,
    `${event}/sales`,
    '/venues',
    `/venues/${venueId}`,
    '/coupons/groups',
    '/coupons/codes',
    '/coupons/rules',
    `/coupons/rules/simulator?event=${eventId}`,
    `/coupons/rules/simulator?order=${orderId}`,
    `/coupons/reports/group/${groupId}`,
    `/coupons/reports/rule/${ruleId}`,
    '/orders',
    `/orders/${orderId}`,
    '/money',
    '/import',
    '/settings/look',
    '/settings/address',
    '/settings/policies',
    '/settings/fees',
    '/settings/privacy',
    '/settings/pages',
    '/settings/pages/about',
    '/team',
    '/audit-log',
  ]) {
    await page.goto(office + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectNothingRan(page, path)
  }
  const dialog = page.getByRole('dialog')
  await page.goto(`${office}/coupons/rules`)
  for (const rule of [0, 1, 2]) {
    await page.getByRole('button', { name: TEXT, exact: true }).nth(rule).click()
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue(TEXT)
    await expectNothingRan(page, 'a rule')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.goto(`${office}/orders/${orderId}`)
  await expect(page.getByRole('list', { name: 'Notes' })).toContainText(TEXT)
  await page.getByRole('button', { name: 'Refund…' }).click()
  await expect(dialog.getByRole('checkbox').first()).toBeVisible()
  await expectNothingRan(page, 'a refund')
  await page.goto(`${office}${event}/dates`)
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Mail the buyers…' }).click()
  await expect(dialog.getByRole('region', { name: 'Written before' })).toContainText(TEXT)
  await expectNothingRan(page, 'mails of before')
  await page.goto(`${office}${event}`)
  await expect(page.getByLabel('Name', { exact: true }).first()).toHaveValue(TEXT)
}

const expectNothingRan = async (page: Page, path: string) => {
  expect(await page.evaluate(() => Reflect.has(window, 'hasRun')), path).toBe(false)
  await expect(page.locator('[onerror], a[href^="javascript:" i]'), path).toHaveCount(0)
}
