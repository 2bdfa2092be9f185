import { runCommand } from '@foyer/testkit/command'
import { type Browser, chromium } from '@playwright/test'
import { chromiumOptions } from './harness/chromium.ts'
import { type RunningFoyer, startFoyer } from './harness/foyer.ts'
import { Buyer, CARDS, someDetails } from './support/buyer.ts'
import { open } from './support/open.ts'
import { World } from './support/world.ts'

/**
 * `node e2e/purchase-time.ts`: how long a purchase waits for the program, from the list's first paint
 * to the confirmation, for a buyer who presses at once. Prints milliseconds from each press until its
 * result can be used, as medians of five purchases. The 1.5 s after 'Tickets Reserved!' are intended.
 */
const PURCHASES = 5

type Waits = Map<string, number>

async function timed(waits: Waits, name: string, act: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await act()
  waits.set(name, performance.now() - startedAt)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function purchase(foyer: RunningFoyer, world: World, browser: Browser): Promise<Waits> {
  const name = 'An Evening by the Clock'
  const event = await world.event({
    name,
    isTimedEntry: true,
    sessions: 3,
    types: [{ name: 'Adult' }],
  })
  const context = await browser.newContext({
    baseURL: foyer.url,
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  const buyer = new Buyer(page)
  const waits: Waits = new Map()
  await buyer.openList()
  waits.set(
    'list: first paint',
    await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    ),
  )
  await timed(waits, 'event: calendar', async () => {
    await open(page, `/events-api/${event.eventId}`)
    await buyer.openDays.first().waitFor()
  })
  await timed(waits, 'day -> tickets', () => buyer.chooseDay())
  await buyer.addTicket('Adult', 2)
  await timed(waits, 'tickets -> times', async () => {
    await buyer.goOnFromTickets()
    await buyer.expectStep('Select Time')
  })
  await timed(waits, 'time -> review', () => buyer.chooseTime())
  await timed(waits, 'reserve -> checkout', () => buyer.reserve())
  await timed(waits, 'checkout: card form', () => buyer.cardNumber.waitFor())
  await buyer.fillDetails(someDetails())
  await buyer.fillCard(CARDS.works)
  await timed(waits, 'pay -> confirmation', async () => {
    await buyer.payButton.click()
    await buyer.expectConfirmation()
  })
  await context.close()
  return waits
}

await runCommand(async (started) => {
  const options = chromiumOptions()
  const foyer = await startFoyer('e2e/test-results/purchase-time.log')
  started.defer(foyer.stop)
  const world = new World(foyer.databaseUrl)
  started.defer(() => world.close())
  const browser = await chromium.launch(options)
  started.defer(() => browser.close())
  const purchases: Waits[] = []
  for (let count = 0; count < PURCHASES; count += 1)
    purchases.push(await purchase(foyer, world, browser))
  const names = [...(purchases[0]?.keys() ?? [])]
  const rows = names.map((wait) => ({
    wait,
    medianMs: Math.round(median(purchases.map((waits) => waits.get(wait) ?? 0))),
  }))
  console.table(rows)
  console.log(JSON.stringify({ waitedMs: rows.reduce((sum, { medianMs }) => sum + medianMs, 0) }))
})
