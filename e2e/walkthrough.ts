import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ChangePolicy } from '@foyer/domain'
import { runCommand } from '@foyer/testkit/command'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Album } from './support/album.ts'
import { Buyer, CARDS } from './support/buyer.ts'
import { openMail } from './support/mailbox.ts'
import { open, openManage } from './support/open.ts'
import { holdByCall, payByCall, readOrder } from './support/pay-by-call.ts'
import { rememberTheme } from './support/theme.ts'
import { World } from './support/world.ts'

/**
 * `npm run walkthrough`: takes the pictures of docs/walkthrough-of-a-changed-order.md, and with them
 * takes one order from its purchase to its last change as a buyer does, in the dialogs.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/changed-order')
const WINDOW = { width: 1120, height: 900 }

/** A change costs 2.00 a ticket, and a ticket that is cancelled gives back 80 %. */
const POLICY: Partial<ChangePolicy> = {
  reschedule: {
    isAllowed: true,
    untilMinutes: 24 * 60,
    limit: 2,
    fee: { feeType: 'flat', amountMinor: 200 },
    refundsDecrease: true,
  },
  cancel: {
    isAllowed: true,
    untilMinutes: 24 * 60,
    shares: [{ untilMinutes: 24 * 60, ratePpm: 800_000 }],
    withFees: true,
  },
}

/** Three tickets at 30.00, bought by the browser of the page; a later session costs 5.00 more. */
async function buyTickets(page: Page, world: World): Promise<{ orderId: string; email: string }> {
  const event = await world.event({
    name: 'Lanterns on the Lake',
    isTimedEntry: true,
    sessions: 2,
    capacity: 40,
    fee: { ratePpm: 100_000 },
    types: [
      { name: 'Adult', dynamicMinor: 3000 },
      { name: 'Front Row', dynamicMinor: 5000 },
    ],
  })
  const [, later = ''] = event.sessionIds
  await world.moveSession(later, 1)
  await world.sql(
    'update session_prices set price_minor = 3500 where session_id = $1 and ticket_type_id = $2',
    [later, event.typeId],
  )
  await world.sql(
    `insert into event_change_policies (tenant_id, event_id, policy)
     select tenant_id, id, $2 from events where id = $1`,
    [event.eventId, JSON.stringify(POLICY)],
  )
  const orderId = await payByCall(page.request, await holdByCall(page.request, event, 3))
  const { order } = await readOrder(page.request, orderId)
  return { orderId, email: order.email }
}

async function reschedule(page: Page, album: Album, orderId: string): Promise<void> {
  await open(page, `/manage-order/${orderId}`)
  await page.getByRole('button', { name: 'Reschedule (3 tickets)' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule Order' })
  const days = dialog.getByRole('button', { name: /\d session/ })
  await days.last().waitFor()
  await album.take('reschedule-date', dialog)
  await days.last().click()
  await dialog.getByRole('radio').last().check()
  await album.take('reschedule-session', dialog)
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await dialog.getByLabel('Reason for rescheduling').fill('We arrive one day later.')
  await album.take('reschedule-confirm', dialog)
  await dialog.getByRole('button', { name: /^Pay \$[\d.]+ & Reschedule$/ }).click()
  await page.waitForURL(/\/reschedule-checkout\//)
  const buyer = new Buyer(page)
  await buyer.fillCard(CARDS.works)
  const pay = page.getByRole('button', { name: /^Pay \$[\d.]+ & Reschedule$/ })
  await album.takeDownTo('reschedule-payment', pay)
  await pay.click()
  await page.waitForURL(/\/order-confirmation\//)
}

async function upgrade(page: Page, album: Album, orderId: string): Promise<void> {
  await open(page, `/manage-order/${orderId}`)
  await page.getByRole('button', { name: 'Upgrade (3 tickets)' }).click()
  const dialog = page.getByRole('dialog')
  const tickets = dialog.getByRole('checkbox', { name: /^Adult/ })
  await tickets.last().waitFor()
  await tickets.nth(1).uncheck()
  await tickets.nth(2).uncheck()
  const choose = dialog.getByRole('button', { name: /^Upgrade 1 ticket / })
  await choose.waitFor()
  await album.take('upgrade-options', dialog)
  await choose.click()
  await new Buyer(page).fillCard(CARDS.works)
  await album.take('upgrade-payment', dialog)
  await dialog.getByRole('button', { name: 'Continue to Confirmation' }).click()
  await dialog.getByRole('button', { name: /^Pay \$[\d.]+ & Upgrade$/ }).waitFor()
  await album.take('upgrade-confirm', dialog)
  await dialog.getByRole('button', { name: /^Pay \$[\d.]+ & Upgrade$/ }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function cancel(page: Page, album: Album, orderId: string): Promise<void> {
  await open(page, `/order-confirmation/${orderId}`)
  await openManage(page)
  await page.getByRole('button', { name: 'Cancel (3 tickets)' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Ticket 1/).uncheck()
  await dialog.getByLabel(/Ticket 2/).uncheck()
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).waitFor()
  await dialog.getByLabel('Reason').fill('One of us is ill.')
  await album.take('cancel-choice', dialog)
  await dialog.getByRole('button', { name: 'Cancel 1 ticket' }).click()
  await dialog.getByRole('heading', { name: 'Tickets Cancelled' }).waitFor()
  await album.take('cancel-outcome', dialog)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
}

async function takePictures(browser: Browser, world: World, baseURL: string): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    viewport: WINDOW,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await rememberTheme(context, 'light')
  const page = await context.newPage()
  const album = await Album.open(page, FOLDER)
  const { orderId, email } = await buyTickets(page, world)
  const confirmation = `/order-confirmation/${orderId}`
  const showOrder = async () => {
    await open(page, confirmation)
    await page.getByText('API Verified').waitFor()
    // The policy is a file of its own, which the page loads later.
    await page.getByText('(venue time)').first().waitFor()
  }
  const history = page.getByRole('region', { name: 'History' })

  await showOrder()
  await album.take('bought')
  await reschedule(page, album, orderId)
  await showOrder()
  await album.take('rescheduled')
  await upgrade(page, album, orderId)
  await cancel(page, album, orderId)
  await showOrder()
  await album.takeDownTo('history', history)
  await open(page, `/order-tickets/${orderId}`)
  await album.takeDownTo('tickets', page.getByRole('region', { name: 'Replaced tickets' }))
  for (const [name, subject] of [
    ['mail-of-the-reschedule', 'New time'],
    ['mail-of-the-upgrade', 'Upgraded'],
    ['mail-of-the-cancellation', 'Cancelled'],
  ] as const) {
    await openMail(page, email, subject)
    await album.takeDownTo(name, page.locator('body > table'))
  }
  await context.close()
}

await runCommand(async (started) => {
  const foyer = await startFoyer(join(ROOT, 'e2e/test-results/walkthrough.log'))
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  await takePictures(browser, world, foyer.url)
})
