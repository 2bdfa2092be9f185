import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { Clerk, makeOperator, someColleague } from './support/office.ts'
import { Watch } from './support/watch.ts'
import { World } from './support/world.ts'

/**
 * `npm run shots:office`: saves pictures of the back office's screens, with the demo's events, as
 * shots/office/SCREEN-WIDTH-THEME.png, and prints what the first visit of each loads.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'shots/office')
const WIDTHS = [390, 820, 1440]
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
  venues: 'venues',
  'new-venue': 'venues/new',
  money: 'money',
  import: 'import',
  look: 'settings/look',
  address: 'settings/address',
  policies: 'settings/policies',
  fees: 'settings/fees',
  pages: 'settings/pages',
  page: 'settings/pages/about',
  team: 'team',
  'audit-log': 'audit-log',
} as const

const PLATFORM = {
  organizers: 'platform/organizers',
  organizer: 'platform/organizers/foyer',
  health: 'platform/health',
  log: 'platform/log',
  account: 'account',
} as const

/** Makes a person the owner of the demo's first organizer, and an operator. Returns an event of it. */
async function prepare(page: Page, world: World): Promise<string> {
  const colleague = someColleague()
  await new Clerk(page, new Watch()).signUp(colleague)
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
  return event?.id ?? ''
}

async function shoot(page: Page, screen: string, theme: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    const path = join(FOLDER, `${screen}-${width}-${theme}.png`)
    await page.screenshot({ path, fullPage: true })
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
  const eventId = await prepare(await person.newPage(), world)
  const signedIn = await person.storageState()
  const addresses = [
    ...Object.entries(SCREENS).map(([screen, path]) => [
      screen,
      `/admin/o/foyer/${path.replace('EVENT', eventId)}`,
    ]),
    ...Object.entries(PLATFORM).map(([screen, path]) => [`platform-${screen}`, `/admin/${path}`]),
  ]
  const loads: string[] = []
  for (const theme of THEMES) {
    for (const [screen = '', address = ''] of addresses) {
      const context = await browser.newContext({
        baseURL: foyer.url,
        locale: 'en-US',
        reducedMotion: 'reduce',
        storageState: signedIn,
      })
      await context.addInitScript((value) => localStorage.setItem('foyer-theme', value), theme)
      const page = await context.newPage()
      await page.goto(address)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'))
      if (theme === THEMES[0]) loads.push(`${screen}: ${await loadedKilobytes(page)} kB`)
      await shoot(page, screen, theme)
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
