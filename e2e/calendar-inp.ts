import { runCommand } from '@foyer/testkit/command'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { startFoyer } from './harness/foyer.ts'
import { open } from './support/open.ts'
import { runDaily } from './support/seasons.ts'
import { World } from './support/world.ts'

/**
 * `node e2e/calendar-inp.ts`: how long a year's calendar with ten sessions a day takes to answer
 * on a phone (CPU slowed down four times). Prints each interaction's delays from input to next paint
 * in milliseconds; the worst of all is what browsers report as INP. On a machine that does other work
 * the worst shows that work and not the calendar: then look at the medians.
 */
const CPU_SLOWDOWN = 4
const TIMES = 8

interface Interaction {
  name: string
  press: (page: Page) => Promise<void>
}

const key = (name: string): Interaction => ({
  name,
  press: async (page) => {
    for (let time = 0; time < TIMES; time += 1) await page.keyboard.press(name)
  },
})
const tapEach = (name: string, label: RegExp): Interaction => ({
  name,
  press: async (page) => {
    const buttons = page.getByRole('button', { name: label })
    for (let time = 0; time < TIMES; time += 1)
      await buttons.nth(time % (await buttons.count())).tap()
  },
})

/** In this order, because each begins where the previous one ended. */
const INTERACTIONS: readonly Interaction[] = [
  tapEach('jump to a month', /^[A-Z][a-z]{2} \d{4}/),
  ...['ArrowRight', 'ArrowDown', 'PageDown', 'PageUp', 'Home', 'End'].map(key),
  tapEach('switch the view', /^(One month|All months)$/),
  tapEach('choose a view', /^One month$/),
  tapEach('next month', /^Next month/),
  {
    name: 'choose a day',
    press: (page) =>
      page
        .getByRole('button', { name: /, available$/ })
        .nth(3)
        .tap(),
  },
]

/** Records the duration of every interaction from now on; its several events count as one. */
const observe = (page: Page) =>
  page.addInitScript(() => {
    const durations = new Map<number, number>()
    Object.assign(window, { interactionDurations: durations })
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (!('interactionId' in entry) || typeof entry.interactionId !== 'number') continue
        const known = durations.get(entry.interactionId) ?? 0
        if (entry.interactionId > 0) {
          durations.set(entry.interactionId, Math.max(known, entry.duration))
        }
      }
    })
    // TypeScript's DOM types lack the threshold; without it the browser omits all below 104 ms.
    const asked = { type: 'event', buffered: true, durationThreshold: 16 }
    observer.observe(asked)
  })

/** In ascending order. The browser does not report those that took less than a frame. */
async function durationsOf(page: Page, press: (page: Page) => Promise<void>): Promise<number[]> {
  await page.evaluate(() => Reflect.get(window, 'interactionDurations').clear())
  await press(page)
  // Entries arrive with the frame after the next: two seconds suffice even at a quarter of the speed.
  await page.waitForTimeout(2000)
  const durations = await page.evaluate((): number[] => [
    ...Reflect.get(window, 'interactionDurations').values(),
  ])
  return durations.sort((a, b) => a - b)
}

const slowDown = (session: CDPSession) =>
  session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })

await runCommand(async (started) => {
  const options = chromiumOptions()
  const foyer = await startFoyer('e2e/test-results/calendar-inp.log')
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(options)
  started.defer(() => browser.close())
  const event = await world.event({ name: 'A Year of Light', isTimedEntry: true, inDays: 1 })
  await runDaily(world, event, { days: 365, sessionsPerDay: 10 })
  const page = await browser.newPage({
    baseURL: foyer.url,
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  await observe(page)
  await open(page, `/events-api/${event.eventId}`)
  await slowDown(await page.context().newCDPSession(page))
  await page
    .getByRole('button', { name: /, available$/ })
    .first()
    .focus()
  const results: { interaction: string; medianMs: number; worstMs: number }[] = []
  for (const { name, press } of INTERACTIONS) {
    const durations = await durationsOf(page, press)
    const medianMs = durations[durations.length >> 1] ?? 0
    results.push({ interaction: name, medianMs, worstMs: durations.at(-1) ?? 0 })
  }
  console.table(results)
  console.log(JSON.stringify({ inpMs: Math.max(...results.map(({ worstMs }) => worstMs)) }))
})
