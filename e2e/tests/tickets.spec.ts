import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import {
  expectContrastInOtherTheme,
  expectNoSidewaysScroll,
  expectNoViolations,
} from '../support/checks.ts'
import { open, openManage, reload } from '../support/open.ts'
import { holdByCall, payByCall, readOrder } from '../support/pay-by-call.ts'
import { readCode } from '../support/qr.ts'
import { expect, test } from '../support/test.ts'

const TENANTS = [
  { name: 'the default tenant', base: '' },
  { name: 'a brand by its path', base: '/harbor' },
]

/** Waits until the worker has cached the page and its files for offline use. */
const expectKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(keptAddresses), { message: 'the page is not kept' })
    .toContainEqual(expect.stringMatching(/\/order-tickets\/shell$/))

/** Addresses in every cache of this origin. */
const keptAddresses = async (): Promise<string[]> => {
  const kept: string[] = []
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.push(url)
  }
  return kept
}

test('tickets and receipt are downloaded as PDFs, and the date as a calendar file', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  await open(page, `/order-confirmation/${orderId}`)

  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Tickets' }).click(),
  ])
  await expect(page.getByText('Download Started')).toBeVisible()
  expect(pdf.suggestedFilename()).toMatch(/^tickets-[0-9A-F]{8}\.pdf$/)
  const content = (await readFile(await pdf.path())).toString('latin1')
  expect(content).toMatch(/^%PDF-/)
  expect(content.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2)

  const [calendar] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Add to Calendar' }).click(),
  ])
  expect(calendar.suggestedFilename()).toMatch(/^[0-9A-F]{8}\.ics$/)
  expect(await readFile(await calendar.path(), 'utf8')).toContain('BEGIN:VEVENT')

  await openManage(page)
  const receiptLink = page.getByRole('link', { name: 'Download Receipt' })
  const [receipt] = await Promise.all([page.waitForEvent('download'), receiptLink.click()])
  expect(receipt.suggestedFilename()).toMatch(/^receipt-[0-9A-F]{8}\.pdf$/)
  await open(page, `/order/${orderId}`)
  await Promise.all([page.waitForEvent('download'), receiptLink.click()])

  // The demo has wallets of its own, and says that no phone accepts their passes.
  await open(page, `/order-tickets/${orderId}`)
  const card = page.getByRole('region', { name: 'Ticket 1 of 2' })
  const [pass] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Add to Apple Wallet' }).click(),
  ])
  expect(pass.suggestedFilename()).toMatch(/\.pkpass$/)
  await open(page, `/order-confirmation/${orderId}`)
  await expect(page.getByText('Demo pass: not signed by Apple or Google')).toBeVisible()
  await page.getByRole('button', { name: 'Add to Google Wallet' }).click()
  await expect(page.getByRole('heading', { name: 'Google Wallet (stand-in)' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(2)
})

test('the page of the tickets has the event, a code for each ticket, and the order summary @both', async ({
  page,
  isMobile,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 2))
  const view = await readOrder(page.request, orderId)
  await open(page, `/order-tickets/${orderId}`)
  const main = page.getByRole('main')
  for (const text of [view.event.name, view.event.venueName]) {
    await expect(main.getByText(text).first()).toBeVisible()
  }
  expect(new Set(view.tickets.map(({ qrCode }) => qrCode)).size).toBe(2)
  for (const ticket of view.tickets) {
    const card = main.getByRole('region', { name: `Ticket ${ticket.number} of 2` })
    await expect(card).toContainText(`Ticket ${ticket.number} of 2`)
    await expect(card).toContainText(ticket.typeName)
    await expect(card.getByText('Valid', { exact: true })).toBeVisible()
    const code = card.getByRole('img', { name: /^QR code of ticket/ })
    const width = await code.evaluate((drawing) => drawing.getBoundingClientRect().width)
    expect(width).toBe(isMobile ? 296 : 200)
    expect(await readCode(code)).toBe(ticket.qrCode)
  }
  await expect(main.getByRole('heading', { name: 'Order Summary' })).toBeVisible()
  await expect(main.locator('dl > div', { hasText: 'Total' }).last()).toContainText(
    `$${view.order.totalAmount.toFixed(2)}`,
  )
  await main.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events-api$/)
})

test('on a phone, the code is the first thing, one swipe a ticket, and nothing covers it @phone', async ({
  page,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 3))
  await open(page, `/order-confirmation/${orderId}`)
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'Download Tickets' }).click()
  await expect(page.getByText('Download Started')).toBeVisible()
  await main.getByRole('link', { name: 'View Tickets' }).click()
  await expect(page).toHaveURL(new RegExp(`/order-tickets/${orderId}`))
  const cards = main.getByRole('region', { name: /^Ticket \d of 3$/ })
  await expect(cards).toHaveCount(3)
  await expect(page.getByText('Download Started')).toBeHidden()
  const inWindow = (card: number) =>
    expect(cards.nth(card).getByRole('img', { name: /^QR code/ })).toBeInViewport({ ratio: 1 })
  await inWindow(0)
  await expect(cards.nth(1).getByRole('img', { name: /^QR code/ })).not.toBeInViewport()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const below = await main.getByRole('button', { name: 'Print Tickets' }).boundingBox()
  const code = await cards
    .first()
    .getByRole('img', { name: /^QR code/ })
    .boundingBox()
  expect(below?.y).toBeGreaterThan((code?.y ?? 0) + (code?.height ?? 0))

  // By keyboard: each ticket leads to the next, and the focus follows.
  await cards.first().getByRole('link', { name: 'Next ticket' }).focus()
  await page.keyboard.press('Enter')
  await inWindow(1)
  await expect(cards.nth(1).getByRole('link', { name: 'Next ticket' })).toBeFocused()
  await page.keyboard.press('Enter')
  await inWindow(2)
  await expect(cards.nth(2).getByRole('link', { name: 'Previous ticket' })).toBeFocused()
  await page.keyboard.press('Enter')
  await inWindow(1)
  await expectNoViolations(page, 'tickets on a phone')
  await expectNoSidewaysScroll(page, 'tickets on a phone')
  await expectContrastInOtherTheme(page, 'tickets on a phone')
})

test('tickets are printed and downloaded from their own page too @night', async ({
  page,
  world,
}) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  await open(page, `/order-tickets/${orderId}`)
  await page.getByRole('button', { name: 'Print Tickets' }).click()
  await expect(page.locator('body[data-printed]')).toHaveCount(1)
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download Tickets' }).click(),
  ])
  expect(pdf.suggestedFilename()).toMatch(/\.pdf$/)
})

for (const { name, base } of TENANTS) {
  // The worker of a brand differs in its address alone.
  const tag = base === '' ? '@both' : []
  test(`tickets of ${name} open without a connection, once opened with one`, { tag }, async ({
    page,
    context,
    watch,
    world,
  }) => {
    const [tenant] = await world.sql<{ id: number }>(
      'select tenant_id as id from tenants where slug = $1 or (is_default and $1 = $2)',
      [base.slice(1), ''],
    )
    const event = await world.event({ tenantId: tenant?.id })
    const orderId = await payByCall(
      page.request,
      await holdByCall(page.request, event, 2, undefined, base),
      base,
    )
    const { tickets } = await readOrder(page.request, orderId, base)
    await open(page, `${base}/order-tickets/${orderId}`)
    await expectKept(page)

    watch.expectFailure(/./)
    await context.setOffline(true)
    await reload(page)
    await expect(page.getByText('You are offline')).toBeVisible()
    const codes = page.getByRole('img', { name: /^QR code of ticket/ })
    await expect(codes).toHaveCount(2)
    expect(await readCode(codes.first())).toBe(tickets[0]?.qrCode)
    // In its own colours and fonts, so the stylesheet and the fonts were cached too.
    await expect
      .poll(() =>
        page.evaluate(() => document.fonts.check('700 20px "Bricolage Grotesque Variable"')),
      )
      .toBe(true)

    await context.setOffline(false)
    await reload(page)
    await expect(page.getByText('You are offline')).toHaveCount(0)
  })
}

test("the worker's cache holds no personal data: no order, no answer of the API, no credential @night", async ({
  page,
  world,
}) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  const { order } = await readOrder(page.request, orderId)
  await open(page, `/order-tickets/${orderId}?email=${order.email}`)
  await expectKept(page)
  const kept = await page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '')
      }
    }
    return texts.join('\n')
  })
  for (const secret of [orderId, order.orderNumber, order.email, order.lastName]) {
    expect(kept).not.toContain(secret)
  }
  const addresses = await page.evaluate(keptAddresses)
  const isPublic = /\/(assets|brand|posters|pictures)\/|\/order-tickets\/shell$/
  expect(addresses.filter((url) => !isPublic.test(url))).toEqual([])
})

test('the worker controls the ticket pages and no other @night', async ({ page, world }) => {
  const event = await world.event()
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 1))
  await open(page, `/order-tickets/${orderId}`)
  await expectKept(page)
  await open(page, '/')
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  const answer = await page.request.get('/tickets-worker.js')
  expect(answer.headers()).toMatchObject({
    'content-type': expect.stringMatching(/^(text|application)\/javascript/),
    'cache-control': 'no-cache',
  })
})
