import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { openMail } from '../support/mailbox.ts'
import { Clerk } from '../support/office.ts'
import { expect, test } from '../support/test.ts'

test.setTimeout(120_000)

test('the team orders a draft in a test shop, where everything says that it is a test', async ({
  page,
  watch,
  world,
}) => {
  const { slug } = await Clerk.withOrganizer(page, watch, world)
  const [tenant] = await world.sql<{ tenant_id: number }>(
    'select tenant_id from tenants where slug = $1',
    [slug],
  )
  const tenantId = tenant?.tenant_id ?? 0
  const event = await world.event({ tenantId, name: 'Opening Night', types: [{ name: 'Stalls' }] })
  await world.sql('update events set is_published = false where id = $1', [event.eventId])
  await page.goto(`/admin/o/${slug}/events/${event.eventId}`)
  await page.getByRole('button', { name: 'Try an order' }).click()
  const dialog = page.getByRole('dialog', { name: 'Try an order' })
  await dialog.getByRole('button', { name: 'Make the test copy' }).click()
  const link = dialog.getByRole('link', { name: /^Open the test shop/ })
  await expect(link).toBeVisible()
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page, 'a test')
    await expectNoViolations(page, `a test at ${width} px`)
  }
  await expectContrastInOtherTheme(page, 'a test')

  const url = (await link.getAttribute('href')) ?? ''
  await page.goto(url)
  const banner = page.getByRole('complementary', { name: 'Test shop' })
  await expect(banner).toContainText('no money is taken')
  await expect(page.getByRole('heading', { level: 1, name: 'Test: Opening Night' })).toBeVisible()
  await expectNoViolations(page, 'the event in the test shop')

  const buyer = new Buyer(page, `/${new URL(url).pathname.split('/')[1]}`)
  await buyer.openTickets()
  await buyer.addTicket('Stalls')
  await buyer.goOnFromTickets()
  await buyer.reserve()
  const details = someDetails()
  await buyer.fillDetails(details)
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  await expect(banner).toBeVisible()
  await expectNoViolations(page, 'the confirmation in the test shop')
  await page.emulateMedia({ media: 'print' })
  await expect(banner).toBeVisible()
  await page.emulateMedia({ media: null })
  await openMail(page, details.Email, '[Test] ')
  expect(await world.sales(event.eventId)).toEqual({ orders: 0, tickets: 0, payments: 0 })
})
