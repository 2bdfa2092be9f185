import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { chromium, type Locator } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Album } from './support/album.ts'
import { Buyer } from './support/buyer.ts'
import { Campaign, holdByLink, payWithCode, SHOW } from './support/campaign-story.ts'
import { someColleague } from './support/colleague.ts'
import { Clerk, eventOf } from './support/office.ts'
import { rememberTheme } from './support/theme.ts'
import { Watch } from './support/watch.ts'
import { World } from './support/world.ts'

/**
 * `npm run campaign-story`: runs a campaign from its coupon group to its report, with the steps of
 * backoffice-coupons.spec.ts, and takes the pictures of docs/guides/running-a-campaign.md.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'docs/images/campaign')
const WINDOW = { width: 1200, height: 800 }

await runCommand(async (started) => {
  const foyer = await startFoyer(join(ROOT, 'e2e/test-results/campaign-story.log'))
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
  page.setDefaultTimeout(20_000)
  const album = await Album.open(page, FOLDER)
  // From the top of the screen, and without news of what was saved before.
  const take = async (name: string, part?: Locator) => {
    await page.evaluate(() => scrollTo(0, 0))
    for (const news of await page.getByRole('button', { name: 'Dismiss' }).all()) {
      await news.click({ timeout: 1000 }).catch(() => {})
    }
    if (!part) return album.take(name)
    // A form that is higher than the window.
    const height = await part.evaluate(({ scrollHeight }) => scrollHeight)
    await page.setViewportSize({ ...WINDOW, height: height + 160 })
    await album.take(name, part)
    await page.setViewportSize(WINDOW)
  }
  const { slug } = await Clerk.withOrganizer(page, new Watch(), world, {
    person: someColleague('Mara Lindqvist'),
    organizer: 'Tidewater Hall',
  })
  await eventOf(world, slug, SHOW)
  const campaign = new Campaign(page, new Watch(), slug, take)
  await campaign.createGroup()
  const [code = ''] = await campaign.createCodes()
  await campaign.createRuleOfGroup()
  await campaign.createAutomaticRule()
  await campaign.simulate(code)
  const reader = new Buyer(page, `/${slug}`)
  await holdByLink(reader, code)
  await payWithCode(reader, take)
  await campaign.expectUsedUp(code)
  await campaign.openReport(code)
})
