import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { chromium, devices, type Locator, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Album } from './support/album.ts'
import { Buyer } from './support/buyer.ts'
import { rememberTheme } from './support/theme.ts'

/**
 * `npm run phone-purchase`: buys two tickets of the demo on a phone as a person does who has never
 * been here, from the list to the ticket's code, and takes the pictures of
 * docs/buying-on-a-phone.md. Prints each tap with the time that the program made the person wait,
 * and what the purchase takes if a tap takes a person SECONDS_A_TAP.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/phone-purchase')
/** To read, to decide and to touch; people who know what they want take about half of it. */
const SECONDS_A_TAP = 2

interface Tap {
  name: string
  waitSeconds: number
}

/** Counts the taps, and how long each waits until the next thing can be touched. */
class Thumb {
  readonly taps: Tap[] = []

  async tap(name: string, target: Locator, next: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded()
    const startedAt = performance.now()
    await target.tap()
    await next.waitFor()
    this.taps.push({ name, waitSeconds: (performance.now() - startedAt) / 1000 })
  }
}

async function buy(page: Page, album: Album): Promise<Tap[]> {
  const buyer = new Buyer(page)
  const thumb = new Thumb()
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })

  await buyer.openList()
  await album.take('list')
  const card = page.getByRole('article').filter({ hasText: 'The Glass Garden' })
  await thumb.tap(
    'Get Tickets',
    card.getByRole('link', { name: 'Get Tickets' }),
    heading('The Glass Garden'),
  )
  await album.take('event')
  const choose = page.getByRole('link', { name: 'Choose a date' }).filter({ visible: true })
  await thumb.tap('Choose a date', choose, buyer.openDays.first())
  await album.take('days')
  await thumb.tap('a day', buyer.openDays.first(), heading('Select Tickets'))
  const adults = page.getByRole('group', { name: 'Adult', exact: true })
  const more = adults.getByRole('button', { name: 'Add one Adult' })
  await thumb.tap('one Adult', more, adults.getByText('1', { exact: true }))
  await thumb.tap('a second Adult', more, adults.getByText('2', { exact: true }))
  await buyer.total()
  await album.take('tickets')
  await thumb.tap(
    'Select Time Slot',
    page.getByRole('button', { name: 'Select Time Slot' }),
    heading('Select Time'),
  )
  await album.take('time')
  await thumb.tap('a time', buyer.openSlots.first(), heading('Review Order'))
  await album.take('review')
  await thumb.tap('Reserve Cart & Checkout', buyer.reserveButton, heading('Checkout'))
  const wallet = page.getByRole('button', { name: /Apple Pay/ })
  await wallet.waitFor()
  await album.take('checkout')
  const sheet = page.getByRole('dialog', { name: /Apple Pay/ })
  await thumb.tap('Apple Pay', wallet, sheet)
  await album.take('sheet')
  await thumb.tap(
    'Pay',
    sheet.getByRole('button', { name: /^Pay/ }),
    page.getByText('API Verified'),
  )
  await album.take('confirmation')
  await thumb.tap(
    'View Tickets',
    page.getByRole('link', { name: 'View Tickets' }).first(),
    page.getByRole('img', { name: /^QR code/ }).first(),
  )
  await album.take('code')
  return thumb.taps
}

await runCommand(async (started) => {
  const foyer = await startFoyer(join(ROOT, 'e2e/test-results/phone-purchase.log'))
  started.defer(foyer.stop)
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  const context = await browser.newContext({
    ...devices['iPhone 14'],
    baseURL: foyer.url,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await rememberTheme(context, 'dark')
  const page = await context.newPage()
  const taps = await buy(page, await Album.open(page, FOLDER))
  for (const { name, waitSeconds } of taps)
    console.log(`${name.padEnd(26)} ${waitSeconds.toFixed(1)} s`)
  const waited = taps.reduce((sum, { waitSeconds }) => sum + waitSeconds, 0)
  const whole = waited + taps.length * SECONDS_A_TAP
  console.log(
    `${taps.length} taps: ${waited.toFixed(1)} s of waiting, ${whole.toFixed(0)} s at ${SECONDS_A_TAP} s a tap`,
  )
})
