/**
 * `npm run bench:pages`: JavaScript of the first load and of each step, and Lighthouse (mobile) of
 * every page of a purchase and of the landing page, against the real program with the demo. Prints a
 * table and, as the last line, JSON. Values are medians of three runs. It only measures and never
 * fails on a number. `-- --only date,checkout` measures some pages; the scripts that a step adds to
 * the previous one are measured only if both are selected.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { availability, carts, catalog, createClient } from '@foyer/contract'
import { CommandError, runCommand } from '@foyer/testkit/command'
import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult as Result } from 'lighthouse'
import { chromiumOptions } from '../e2e/harness/chromium.ts'
import { startFoyer } from '../e2e/harness/foyer.ts'

const RUNS = 3
/** Scripts of the storefront; their names contain a hash of their content. */
const OURS = /\/assets\/[^/]+\.js$/
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const NAMES = [
  'home',
  'events',
  'date',
  'tickets',
  'time',
  'review',
  'checkout',
  'manage-order',
  'landing',
] as const
type Name = (typeof NAMES)[number]

/** The pages that `--only` selects, by default all. Throws on an unknown name. */
function wantedPages(args: readonly string[]): readonly Name[] {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } })
  const wanted = values.only?.split(',')
  const unknown = wanted?.filter((name) => !NAMES.some((known) => known === name)) ?? []
  if (unknown.length > 0) {
    throw new CommandError(`No such page: ${unknown.join(', ')}. There are ${NAMES.join(', ')}.`)
  }
  return NAMES.filter((name) => !wanted || wanted.includes(name))
}

interface Page {
  name: Name
  path: string
  /** The cookie of the browser that holds the cart; absent for public pages. */
  cookie?: string
  /** The path of the previous page, if this is a step of the purchase. */
  after?: string
}

interface Measured {
  path: string
  jsKbGzip: number
  /** Our scripts that the previous page did not load; null if there is no previous page. */
  stepKbGzip: number | null
  lcpMs: number
  tbtMs: number
  cls: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
}

/** Scripts of each page measured, by path. */
const scriptsOf = new Map<string, Map<string, number>>()

async function measure(
  port: number,
  origin: string,
  { path, cookie, after }: Page,
): Promise<Measured> {
  const runs: Result['lhr'][] = []
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(origin + path, {
      port,
      logLevel: 'error',
      output: 'json',
      ...(cookie ? { extraHeaders: { cookie } } : {}),
    })
    if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
    runs.push(result.lhr)
  }
  const audit = (id: string) => median(runs.map((lhr) => lhr.audits[id]?.numericValue ?? 0))
  const score = (id: string) => median(runs.map((lhr) => 100 * (lhr.categories[id]?.score ?? 0)))
  const scripts = await scriptBytes(runs[0]?.audits['network-requests']?.details)
  scriptsOf.set(path, scripts)
  const before = after === undefined ? undefined : scriptsOf.get(after)
  const added = before && [...scripts].filter(([url]) => !before.has(url))
  return {
    path,
    jsKbGzip: kilobytes([...scripts]),
    stepKbGzip: added ? kilobytes(added) : null,
    lcpMs: Math.round(audit('largest-contentful-paint')),
    tbtMs: Math.round(audit('total-blocking-time')),
    cls: Number(audit('cumulative-layout-shift').toFixed(4)),
    performance: Math.round(score('performance')),
    accessibility: Math.round(score('accessibility')),
    bestPractices: Math.round(score('best-practices')),
    seo: Math.round(score('seo')),
  }
}

const kilobytes = (scripts: [url: string, bytes: number][]) =>
  Number((scripts.reduce((sum, [, bytes]) => sum + bytes, 0) / 1000).toFixed(1))

/** The gzip size of each script, also if this browser requested another encoding. */
async function scriptBytes(details: unknown): Promise<Map<string, number>> {
  const items =
    typeof details === 'object' && details && 'items' in details && Array.isArray(details.items)
      ? details.items
      : []
  const sizes = new Map<string, number>()
  for (const { resourceType, url } of items) {
    // The payment provider's script does not count; in production it is a different one.
    if (resourceType !== 'Script' || sizes.has(url) || !OURS.test(url)) continue
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    const plain = Buffer.from(await answer.arrayBuffer())
    // Very small files are sent uncompressed.
    sizes.set(url, Number(answer.headers.get('content-length') ?? plain.length))
  }
  return sizes
}

/** Every page of a purchase of the demo's first timed event; the checkout has a held cart. */
async function pagesOfPurchase(origin: string): Promise<Page[]> {
  const call = createClient({ baseUrl: origin, fetch })
  const events = await call(catalog.listEvents, {})
  const event = events.find(
    (candidate) => candidate.isTimedEntry && candidate.status !== 'sold_out',
  )
  if (!event) throw new Error('The demo has no timed event')
  const calendar = await call(availability.getCalendar, {
    params: { eventId: event.id },
    query: {},
  })
  const date = Object.keys(calendar.data.dates)[3] ?? ''
  const day = await call(availability.getDailyPrices, { query: { eventId: event.id, date } })
  const session = Object.values(day.data.sessions).find(
    ({ available_count }) => available_count === null || available_count >= 2,
  )
  const ticketTypeId = session?.ticket_prices[0]?.ticket_type_id
  if (!session || !ticketTypeId) throw new Error('The demo has no session with room')

  const base = `/events-api/${event.id}`
  const chosen = `date=${date}&types=${ticketTypeId}:2`
  const review = `${base}/addons?${chosen}&session=${session.session_id}`
  const { cartId, cookie } = await holdCart(origin, event.id, session.session_id, ticketTypeId)
  return [
    { name: 'home', path: '/' },
    { name: 'events', path: '/events' },
    { name: 'date', path: base, after: '/' },
    { name: 'tickets', path: `${base}/tickets?date=${date}`, after: base },
    { name: 'time', path: `${base}/time?${chosen}`, after: `${base}/tickets?date=${date}` },
    { name: 'review', path: review, after: `${base}/time?${chosen}` },
    { name: 'checkout', path: `/checkout-api/${cartId}`, cookie, after: review },
    { name: 'manage-order', path: '/manage-order' },
    { name: 'landing', path: '/landing' },
  ]
}

/** A cart of 2 tickets, and the cookie of its browser. */
async function holdCart(
  origin: string,
  eventId: string,
  sessionId: string,
  ticketTypeId: string,
): Promise<{ cartId: string; cookie: string }> {
  const cartId = '54321'
  let cookie = ''
  const keepCookie: typeof fetch = async (...request) => {
    const answer = await fetch(...request)
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return answer
  }
  await createClient({ baseUrl: origin, fetch: keepCookie })(carts.holdCart, {
    params: { cartId },
    body: { eventId, sessionId, tickets: [{ ticketTypeId, quantity: 2 }], addOns: [] },
  })
  return { cartId, cookie }
}

await runCommand(async (started) => {
  const names = wantedPages(process.argv.slice(2))
  const { executablePath } = chromiumOptions()
  const folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  const foyer = await startFoyer(join(folder, 'server.log'), { LIMIT_FACTOR: '100000' })
  started.defer(foyer.stop)
  const chrome = await launch({
    chromePath: executablePath,
    // The launcher's own signal handler would end this process before the server.
    handleSIGINT: false,
    chromeFlags: CHROME_FLAGS,
  })
  started.defer(() => chrome.kill())
  const pages: Measured[] = []
  for (const page of await pagesOfPurchase(foyer.url)) {
    if (names.includes(page.name)) pages.push(await measure(chrome.port, foyer.url, page))
  }
  console.table(pages)
  console.log(JSON.stringify({ pages }))
})
