import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { chromium } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Album } from './support/album.ts'
import { Buyer } from './support/buyer.ts'
import { ATTRACTION, Organizer, SHOW } from './support/organizer-story.ts'
import { rememberTheme } from './support/theme.ts'
import { Watch } from './support/watch.ts'

/**
 * `npm run organizer-story`: opens an on-sale as an organizer who has never been here, with the steps
 * of organizer-story.spec.ts, and takes the pictures of docs/organizers.md.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/organizer-story')

await runCommand(async (started) => {
  const log = join(ROOT, 'e2e/test-results/organizer-story.log')
  const foyer = await startFoyer(log, { PAYMENTS: 'connect' })
  started.defer(foyer.stop)
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  const context = await browser.newContext({
    baseURL: foyer.url,
    locale: 'en-US',
    reducedMotion: 'reduce',
    viewport: { width: 1200, height: 800 },
  })
  await rememberTheme(context, 'light')
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const album = await Album.open(page, FOLDER)
  // From the top of the screen, and without news of what was saved before.
  const take = async (name: string) => {
    await page.evaluate(() => scrollTo(0, 0))
    for (const news of await page.getByRole('button', { name: 'Dismiss' }).all()) {
      await news.click({ timeout: 1000 }).catch(() => {})
    }
    await album.take(name)
  }
  const mara = new Organizer(page, new Watch(), take)
  const person = {
    name: 'Mara Lindqvist',
    email: 'mara@tidewater.example',
    password: 'velvet ropes and brass lamps',
  }
  const slug = await mara.signUp(person, 'Tidewater Hall')
  await mara.addSecondFactor()
  await page.goto(`/admin/o/${slug}`)
  await mara.addVenue()
  await mara.createAttraction()
  await mara.connectAccount()
  await mara.chooseLook()
  await mara.startSalesOnFriday(ATTRACTION)
  await mara.publish(ATTRACTION)
  await mara.createShow()
  await mara.startSalesOnFriday(SHOW)
  await mara.publish(SHOW)
  await mara.openHome()
  await page.getByText(`Sales of ${ATTRACTION} open on Friday`).waitFor()
  await page.getByRole('heading', { name: 'Also being prepared' }).waitFor({ state: 'hidden' })
  await take('ready')
  const buyer = new Buyer(page, `/${slug}`)
  await buyer.openList()
  await page
    .getByRole('article')
    .getByRole('link', { name: `View Event for ${ATTRACTION}` })
    .click()
  // The reminder is the last line of what a waiting buyer reads.
  await page
    .getByRole('link', { name: 'Add a reminder to my calendar' })
    .evaluate((link) => link.scrollIntoView({ block: 'end' }))
  await album.take('waiting')
})
