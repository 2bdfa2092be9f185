import { mkdir, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@foyer/testkit/command'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { findOnSale, findSoldOut } from './support/catalogue.ts'
import { type Scene, walkAround, walkDemos, walkPages, walkPurchase } from './support/screens.ts'
import { rememberTheme } from './support/theme.ts'
import { World } from './support/world.ts'

/**
 * `npm run shots`: saves pictures of every screen as shots/TENANT/SCREEN-WIDTH-THEME.png.
 */
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, 'shots')

const WINDOWS = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
const THEMES = ['dark', 'light'] as const
/** A walk waits for the network more than it computes: two cores carry more than two walks. */
const WALKS_AT_ONCE = 4

/** The second tenant is only taken through a purchase, in two windows: the rest looks the same. */
const TENANTS = [
  { slug: 'foyer', base: '', isWhole: true, windows: WINDOWS },
  {
    slug: 'harbor',
    base: '/harbor',
    isWhole: false,
    windows: WINDOWS.filter(({ width }) => width === 360 || width === 1440),
  },
]

interface Walk {
  tenant: (typeof TENANTS)[number]
  window: (typeof WINDOWS)[number]
  theme: (typeof THEMES)[number]
}

async function takeShots(
  browser: Browser,
  world: World,
  baseURL: string,
  walk: Walk,
): Promise<string[]> {
  const { tenant, window, theme } = walk
  const context = await browser.newContext({
    baseURL,
    viewport: window,
    deviceScaleFactor: window.width < 1000 ? 2 : 1,
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await rememberTheme(context, theme)
  const page = await context.newPage()
  const files: string[] = []
  for await (const screen of screensOf(page, world, tenant)) {
    const path = join(FOLDER, tenant.slug, `${screen}-${window.width}-${theme}.png`)
    await shoot(page, path)
    files.push(relative(ROOT, path))
  }
  await context.close()
  return files
}

async function* screensOf(
  page: Page,
  world: World,
  { base, isWhole }: Walk['tenant'],
): AsyncGenerator<string> {
  const scene = await sceneOf(page, world, base)
  yield* walkPurchase(page, scene)
  if (!isWhole) return
  const orderId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  yield* walkAround(page, scene, orderId)
  yield* walkPages(page, scene)
  yield* walkDemos(page)
}

async function sceneOf(page: Page, world: World, base: string): Promise<Scene> {
  const { event, types, addOn } = await findOnSale(page.request, base, { isTimedEntry: true })
  const [cheapest] = types.toSorted((a, b) => a.price - b.price)
  return {
    base,
    eventId: event.id,
    ticketType: cheapest?.name ?? '',
    addOn: addOn.name,
    soldOutEventId: (await findSoldOut(page.request, base)).id,
    hurry: (cartId) => world.endHolds(event.id, 280, cartId),
  }
}

/** The whole page in a window of its height, so that the phone's bar and a dialog are in position. */
async function shoot(page: Page, path: string): Promise<void> {
  const window = page.viewportSize()
  if (!window) throw new Error('a page has a window')
  const height = await page.evaluate(() => {
    // Parts that are as high as the window would grow with it and push the footer out of the picture.
    for (const part of document.querySelectorAll<HTMLElement>('[class*="min-h-"]')) {
      part.style.minHeight = getComputedStyle(part).minHeight
    }
    return document.documentElement.scrollHeight
  })
  await page.setViewportSize({ width: window.width, height })
  await page.evaluate(async () => {
    // Pictures outside the window, such as a carousel's, are never requested.
    const shown = [...document.images].filter((image) => {
      const { left, right } = image.getBoundingClientRect()
      return image.checkVisibility() && right > 0 && left < innerWidth
    })
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  })
  await page.screenshot({ path })
  await page.setViewportSize(window)
}

await runCommand(async (started) => {
  const options = chromiumOptions()
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER, { recursive: true })
  const foyer = await startFoyer(join(FOLDER, 'server.log'))
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(options)
  started.defer(() => browser.close())
  const walks = TENANTS.flatMap((tenant) =>
    tenant.windows.flatMap((window) => THEMES.map((theme) => ({ tenant, window, theme }))),
  )
  const takeNext = async (): Promise<void> => {
    for (let walk = walks.shift(); walk; walk = walks.shift()) {
      for (const file of await takeShots(browser, world, foyer.url, walk)) console.log(file)
    }
  }
  await Promise.all(Array.from({ length: WALKS_AT_ONCE }, takeNext))
})
