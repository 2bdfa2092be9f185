import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Buyer, someDetails } from './support/buyer.ts'
import { Campaign, holdByLink, payWithCode, SHOW } from './support/campaign-story.ts'
import { someColleague } from './support/colleague.ts'
import { Clerk, makeOperator } from './support/office.ts'
import { EMAIL, SCENES } from './support/office-dialogs.ts'
import { Watch } from './support/watch.ts'
import { World } from './support/world.ts'

/**
 * `npm run shots:office [-- <word>]`: saves pictures of the back office's screens, or of those whose name
 * has the word, with the demo's events, as shots/office/SCREEN-WIDTH-THEME.png, and prints what the first
 * visit of each loads.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'shots/office')
const [, , WORD = ''] = process.argv
const WIDTHS = [390, 820, 1440] as const
const HEIGHT = 900
const THEMES = ['dark', 'light'] as const

const SCREENS = {
  home: '',
  events: 'events',
  'new-event': 'events/new',
  event: 'events/EVENT',
  tickets: 'events/EVENT/tickets',
  dates: 'events/EVENT/dates',
  'dates-by-day': 'events/EVENT/dates?view=days',
  'repeating-dates': 'events/EVENT/dates/repeat',
  sales: 'events/EVENT/sales',
  orders: 'orders',
  order: 'orders/ORDER',
  'coupon-groups': 'coupons/groups',
  'coupon-codes': 'coupons/codes',
  'coupon-codes-none': 'coupons/codes?q=nothing like it',
  'checkout-rules': 'coupons/rules',
  simulator: 'coupons/rules/simulator',
  'simulator-order': 'coupons/rules/simulator?order=ORDER',
  'report-of-group': 'coupons/reports/group/GROUP',
  'report-of-rule': 'coupons/reports/rule/RULE',
  'report-without-orders': 'coupons/reports/group/GROUP?from=2020-01-01&to=2020-01-31',
  venues: 'venues',
  'new-venue': 'venues/new',
  money: 'money',
  import: 'import',
  look: 'settings/look',
  address: 'settings/address',
  policies: 'settings/policies',
  fees: 'settings/fees',
  privacy: 'settings/privacy',
  pages: 'settings/pages',
  page: 'settings/pages/about',
  team: 'team',
  'audit-log': 'audit-log',
} as const

const PLATFORM = {
  organizers: 'platform/organizers',
  organizer: 'platform/organizers/foyer',
  configuration: 'platform/configuration',
  health: 'platform/health',
  log: 'platform/log',
  account: 'account',
} as const

interface Shot {
  name: string
  path: string
  open?: (page: Page) => Promise<void>
}

/** The ids that addresses of screens have, by the word that an address has in their place. */
type Ids = Readonly<Record<'EVENT' | 'SHOW' | 'GROUP' | 'RULE' | 'ORDER', string>>

/** Makes a person the owner of the demo's first organizer, and an operator, and lets a campaign sell. */
async function prepare(page: Page, world: World): Promise<Ids> {
  const colleague = someColleague()
  await Clerk.signedIn(page, new Watch(), world, colleague)
  await world.sql(
    `insert into staff_members (tenant_id, person_id, role)
     select t.tenant_id, p.id, 'owner' from tenants t, staff_people p
     where t.slug = 'foyer' and p.email = $1`,
    [colleague.email],
  )
  await makeOperator(world, colleague.email)
  const [event] = await world.sql<{ id: string }>(
    `select e.id from events e join tenants t using (tenant_id)
     where t.slug = 'foyer' order by (
       select count(*) from ticket_types k where k.tenant_id = e.tenant_id and k.event_id = e.id) desc
     limit 1`,
  )
  return { EVENT: event?.id ?? '', ...(await runCampaign(page, world)) }
}

async function runCampaign(page: Page, world: World): Promise<Omit<Ids, 'EVENT'>> {
  const show = await world.event(SHOW)
  const campaign = new Campaign(page, new Watch(), 'foyer', async () => {})
  await campaign.createGroup()
  const [code = ''] = await campaign.createCodes()
  await campaign.createRuleOfGroup()
  await campaign.createAutomaticRule()
  const reader = new Buyer(page)
  await holdByLink(reader, code)
  const details = { ...someDetails(), Email: EMAIL }
  const ORDER = await payWithCode(reader, async () => {}, details)
  const [used] = await world.sql<{ GROUP: string; RULE: string }>(
    `select r.coupon_group_id as "GROUP", r.id as "RULE"
     from rule_usage u join checkout_rules r on r.id = u.rule_id where u.order_id = $1`,
    [ORDER],
  )
  if (!used) throw new Error('the rule of the group applied to the order')
  return { SHOW: show.eventId, ORDER, ...used }
}

/** The heights of open dialogs, with all that they scroll. */
const dialogHeights = (page: Page): Promise<number[]> =>
  page
    .getByRole('dialog')
    .evaluateAll((dialogs) => dialogs.map(({ scrollHeight }) => scrollHeight + 160))

async function shoot(page: Page, screen: string, theme: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT })
    const dialogs = await dialogHeights(page)
    // A dialog does not scroll with the page: the window is as high as the dialog.
    await page.setViewportSize({ width, height: Math.max(HEIGHT, ...dialogs) })
    const path = join(FOLDER, `${screen}-${width}-${theme}.png`)
    await page.screenshot({ path, fullPage: dialogs.length === 0 })
    console.log(relative(ROOT, path))
  }
}

await runCommand(async (started) => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const foyer = await startFoyer(join(FOLDER, 'server.log'))
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(chromiumOptions())
  started.defer(() => browser.close())
  const person = await browser.newContext({ baseURL: foyer.url, locale: 'en-US' })
  const ids = await prepare(await person.newPage(), world)
  const signedIn = await person.storageState()
  const withIds = (path: string) =>
    Object.entries(ids).reduce((before, [word, id]) => before.replace(word, id), path)
  const screens: Shot[] = [
    ...Object.entries(SCREENS).map(([name, path]) => ({ name, path: `o/foyer/${path}` })),
    ...Object.entries(SCENES).map(([name, { path, open }]) => {
      return { name, path: `o/foyer/${path}`, open }
    }),
    ...Object.entries(PLATFORM).map(([name, path]) => ({ name: `platform-${name}`, path })),
  ].filter(({ name }) => name.includes(WORD))
  const loads: string[] = []
  for (const theme of THEMES) {
    for (const { name, path, open } of screens) {
      const context = await browser.newContext({
        baseURL: foyer.url,
        locale: 'en-US',
        reducedMotion: 'reduce',
        storageState: signedIn,
        viewport: { width: WIDTHS[0], height: HEIGHT },
      })
      await context.addInitScript((value) => localStorage.setItem('foyer-theme', value), theme)
      const page = await context.newPage()
      await page.goto(`/admin/${withIds(path)}`)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      if (theme === THEMES[0]) loads.push(`${name}: ${await loadedKilobytes(page)} kB`)
      await open?.(page)
      await shoot(page, name, theme)
      await context.close()
    }
  }
  console.log(`\nScripts and styles of a first visit, compressed:\n${loads.join('\n')}`)
})

/** The scripts and styles that the page has loaded so far, as they were sent. */
async function loadedKilobytes(page: Page): Promise<string> {
  const bytes = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name }) => /\.(js|css)$/.test(new URL(name).pathname))
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  )
  return (bytes / 1000).toFixed(1)
}
