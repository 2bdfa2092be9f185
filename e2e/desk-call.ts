import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Album } from './support/album.ts'
import { Buyer, CARDS } from './support/buyer.ts'
import { someColleague } from './support/colleague.ts'
import { type Act, Hand } from './support/hand.ts'
import { followMailLink, openMail } from './support/mailbox.ts'
import { Clerk, eventOf } from './support/office.ts'
import { holdByCall, payByCall } from './support/pay-by-call.ts'
import { rememberTheme } from './support/theme.ts'
import { Watch } from './support/watch.ts'
import { World } from './support/world.ts'

/**
 * `npm run desk-call`: answers a customer's call at the order desk. She cannot come on her day, and knows
 * only the last four digits of her card. Takes the pictures of docs/guides/answering-a-customer.md, and
 * prints what the person at the desk does, how long the program makes them wait, and the time of the
 * whole call.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/desk-call')
const WINDOW = { width: 1200, height: 800 }
const MASTERCARD = '5555555555554444'

const CUSTOMERS = [
  ['Ada', 'Okafor', CARDS.works],
  ['Linus', 'Bergman', CARDS.works],
  ['Rosa', 'Delgado', MASTERCARD],
  ['Henrik', 'Lund', CARDS.works],
  ['Mei', 'Tanaka', CARDS.works],
] as const

/** Who calls. */
const CALLER = { name: 'Rosa Delgado', email: 'rosa.delgado@example.com' }

/** A shop that has sold to five customers: each has two tickets, and a day later they cost 5.00 more. */
async function openShop(page: Page, world: World): Promise<string> {
  const person = { ...someColleague('Mara Lindqvist'), email: 'mara@tidewater.example' }
  const shop = { person, organizer: 'Tidewater Hall' }
  const { slug } = await Clerk.withOrganizer(page, new Watch(), world, shop)
  const event = await eventOf(world, slug, {
    name: 'The Tide Rooms',
    isTimedEntry: true,
    sessions: 4,
    capacity: 60,
    types: [{ name: 'Adult', dynamicMinor: 1800 }],
  })
  for (const [index, sessionId] of event.sessionIds.entries()) {
    await world.moveSession(sessionId, Math.floor(index / 2))
    await world.sql("update sessions set display_name = '' where id = $1", [sessionId])
  }
  await world.sql(
    'update session_prices set price_minor = 2300 where session_id = any($1) and ticket_type_id = $2',
    [event.sessionIds.slice(2), event.typeId],
  )
  for (const [firstName, lastName, card] of CUSTOMERS) {
    const email = `${firstName}.${lastName}@example.com`.toLowerCase()
    const cart = await holdByCall(page.request, event, 2, undefined, `/${slug}`)
    await payByCall(page.request, cart, `/${slug}`, card, { firstName, lastName, email })
  }
  return slug
}

/** The customer's own phone: she opens the mail and pays, while she is on the telephone. */
async function payOnPhone(browser: Browser, baseURL: string, slug: string, album: Album) {
  const context = await browser.newContext({
    baseURL,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
  })
  await rememberTheme(context, 'light')
  const phone = await context.newPage()
  await openMail(phone, CALLER.email, 'Please pay for your new time')
  await album.take('mail', phone.locator('body > table'))
  await followMailLink(phone, 'Pay $10.00')
  await phone.getByRole('button', { name: 'Continue to Payment' }).click()
  await new Buyer(phone, `/${slug}`).fillCard(MASTERCARD)
  await phone.getByRole('button', { name: 'Pay $10.00 & Reschedule' }).click()
  await phone.getByRole('heading', { name: 'Your change is made' }).waitFor()
  await context.close()
}

async function answer(page: Page, album: Album, pay: () => Promise<void>): Promise<readonly Act[]> {
  const hand = new Hand(page)
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const history = page.getByRole('list', { name: 'History' })
  const dialog = page.getByRole('dialog')
  const takeAt = async (name: string, part: Locator) => {
    await part.evaluate((element) => {
      element.scrollIntoView()
      scrollBy(0, -100)
    })
    await album.take(name)
  }

  const search = page.getByLabel('Search orders')
  await hand.click('Orders', page.getByRole('link', { name: 'Orders', exact: true }), search)
  const found = page.getByRole('link', { name: CALLER.name })
  const others = page.getByRole('link', { name: 'Mei Tanaka' })
  await hand.type('the last four digits', search, '4444', others, 'hidden')
  await album.take('found')
  await hand.click('the order', found, button('Reschedule…'))
  await album.take('order')
  await takeAt('history', page.getByRole('heading', { name: 'History' }))

  const day = dialog.getByLabel('Day', { exact: true })
  await hand.click('Reschedule…', button('Reschedule…'), day)
  const time = dialog.getByRole('radio').first()
  await hand.choose('the other day', day, 2, time)
  const confirm = dialog.getByRole('button', { name: 'Mail the link to pay $10.00' })
  await hand.click('a time', time, confirm)
  await hand.type('a reason', dialog.getByLabel('Reason'), 'Ill that day.', confirm)
  // The form is higher than the window.
  await page.setViewportSize({ ...WINDOW, height: 1100 })
  await album.take('move', dialog)
  await page.setViewportSize(WINDOW)
  await hand.click('Mail the link', confirm, dialog.getByLabel('The link'))
  await album.take('link', dialog)
  await pay()
  await hand.click('Done', button('Done'), dialog, 'hidden')

  const note = page.getByRole('textbox', { name: 'New note' })
  await hand.type('a note', note, 'Could not come that day. Paid by the link.', note)
  const noted = page.getByRole('list', { name: 'Notes' })
  await hand.click('Add the note', button('Add the note'), noted)
  const tag = page.getByRole('combobox', { name: 'New tag' })
  await hand.type('a tag', tag, 'moved', button('Add').first())
  await hand.click(
    'Add',
    page.getByRole('button', { name: 'Add', exact: true }),
    page.getByRole('list', { name: 'Tags' }),
  )
  await takeAt('noted', page.getByRole('heading', { name: 'Notes and tags' }))
  await hand.click(
    'Resend the tickets',
    button('Resend the tickets'),
    page.getByText(/^The tickets (are|were) .*rosa/),
  )
  await history.getByText('Mara Lindqvist sent a confirmation again').waitFor()
  await takeAt('done', page.getByRole('heading', { name: 'History' }))
  return hand.acts
}

await runCommand(async (started) => {
  const foyer = await startFoyer(join(ROOT, 'e2e/test-results/desk-call.log'))
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  const context = await browser.newContext({
    baseURL: foyer.url,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
    viewport: WINDOW,
  })
  await rememberTheme(context, 'light')
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const slug = await openShop(page, world)
  await page.goto(`/admin/o/${slug}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const album = await Album.open(page, FOLDER)
  const acts = await answer(page, album, () => payOnPhone(browser, foyer.url, slug, album))
  console.log(Hand.report(acts))
})
