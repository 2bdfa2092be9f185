import { chromiumOptions } from '../harness/chromium.ts'
import { Buyer, CARDS, someDetails } from '../support/buyer.ts'
import { findOnSale } from '../support/catalogue.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../support/checks.ts'
import { open } from '../support/open.ts'
import { OWN_DOMAIN } from '../support/own-domain.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { expect, test } from '../support/test.ts'

const site = new URL(process.env.FOYER_E2E_URL ?? 'http://localhost')
site.hostname = OWN_DOMAIN
const { args = [], ...browser } = chromiumOptions()

test.use({
  launchOptions: {
    ...browser,
    args: [
      ...args,
      `--host-resolver-rules=MAP ${site.hostname} 127.0.0.1`,
      // Except on localhost, browsers offer a page some functions only over HTTPS.
      `--unsafely-treat-insecure-origin-as-secure=${site.origin}`,
    ],
  },
})

test('a purchase at a domain of the organizer’s own never leaves it', async ({ page, context }) => {
  // The row exists; the running server notices it within ten seconds.
  await expect(async () => {
    const answer = await page.goto(`${site.origin}/api/tenant`)
    expect(await answer?.text()).toContain('"slug":"harbor"')
  }).toPass({ timeout: 20_000 })

  const strays: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== site.origin) strays.push(request.url())
  })
  const buyer = new Buyer(page, site.origin)
  const { event, types } = await findOnSale(page.request, '/harbor')
  await buyer.openList()
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')))
  const isSocial = (href: string) => /^https:\/\/(www\.)?(instagram|facebook|x)\.com\/$/.test(href)
  expect(links.filter((href) => new URL(href).origin !== site.origin && !isSocial(href))).toEqual(
    [],
  )
  expect(links.filter((href) => new URL(href).pathname.startsWith('/harbor'))).toEqual([])

  await buyer.openEvent(event.name)
  await buyer.chooseDay()
  await buyer.addTicket(types[0]?.name ?? '')
  await buyer.goOnFromTickets()
  if (event.isTimedEntry) await buyer.chooseTime()
  await buyer.reserve()
  await buyer.fillDetails(someDetails())
  await buyer.pay(CARDS.works)
  await buyer.expectConfirmation()
  expect(new URL(page.url()).origin).toBe(site.origin)
  expect(strays).toEqual([])

  const cookies = await context.cookies()
  expect(cookies.map(({ name, domain, path }) => ({ name, domain, path }))).toEqual([
    { name: 'foyer_browser', domain: site.hostname, path: '/' },
  ])
})

test('a purchase by calls that name the organizer in a header alone @night', async ({
  playwright,
  world,
  baseURL,
}) => {
  const [harbor] = await world.sql<{ tenant_id: number }>(
    `select tenant_id from tenants where slug = 'harbor'`,
  )
  const event = await world.event({ tenantId: harbor?.tenant_id })
  const browserOf = (headers: Record<string, string>) =>
    playwright.request.newContext({ baseURL, extraHTTPHeaders: headers })
  for (const header of ['x-brand-path', 'x-tenant-subdomain']) {
    const request = await browserOf({ [header]: 'harbor' })
    const orderId = await payByCall(request, await holdByCall(request, event, 2))
    const { order } = await readOrder(request, orderId)
    expect(order).toMatchObject({ status: 'PAID', ticketCount: 2, eventId: event.eventId })
    // For the same browser without a tenant, or with another tenant, the order does not exist.
    const elsewhere = await playwright.request.newContext({
      baseURL,
      storageState: await request.storageState(),
    })
    expect((await elsewhere.get(`/api/orders/${orderId}`)).status()).toBe(404)
  }
  expect(await world.sales(event.eventId)).toEqual({ orders: 2, tickets: 4, payments: 2 })
})

test('the footer leads to pages that are easy to read @both @night', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/harbor/')
  const footer = page.getByRole('contentinfo')
  await footer.getByRole('link', { name: 'Help Center' }).click()
  await expect(page).toHaveURL(/\/harbor\/pages\/help$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Help Center' })).toBeFocused()
  await expectNoViolations(page, 'help')
  await expectNoSidewaysScroll(page, 'help')

  await footer.getByRole('link', { name: 'Cookie Policy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie Policy' })).toBeVisible()
  await expect(page.getByText('foyer_browser', { exact: true })).toBeVisible()
  await expectNoViolations(page, 'cookies')
  await expectNoSidewaysScroll(page, 'cookies')
  // No line of text is too long for the eye to find the next line.
  const longest = await page.locator('article p').evaluateAll((all) =>
    Math.max(
      ...all.map((one) => {
        const lines =
          one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight)
        return lines < 2 ? 0 : (one.textContent ?? '').length / lines
      }),
    ),
  )
  expect(longest).toBeGreaterThan(20)
  expect(longest).toBeLessThan(68)

  await page.getByRole('link', { name: 'Contact Us' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: 'Manage Orders' }).click()
  await expect(page).toHaveURL(/\/harbor\/manage-order$/)
})
