/**
 * `npm run bench:pages`: JavaScript of the first load, and Lighthouse (mobile) of public pages,
 * against the real program with the demo. Prints a table and, last, a line of JSON. Medians of
 * three runs each. It measures; it never fails on a number.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalog, createClient } from '@foyer/contract'
import { launch } from 'chrome-launcher'
import lighthouse, { type RunnerResult as Result } from 'lighthouse'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const RUNS = 3
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** The program as a user starts it, with a fresh demo. */
async function startFoyer(port: number, dataDir: string) {
  const server = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), FOYER_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    server.stdout.on('data', (chunk: Buffer) => {
      if (String(chunk).includes('Foyer is open at')) resolve()
    })
  })
  return server
}

interface Measured {
  path: string
  jsKbGzip: number
  lcpMs: number
  tbtMs: number
  cls: number
  performance: number
  accessibility: number
  bestPractices: number
  seo: number
}

async function measure(origin: string, path: string, port: number): Promise<Measured> {
  const runs: Result['lhr'][] = []
  for (let run = 0; run < RUNS; run += 1) {
    const result = await lighthouse(origin + path, { port, logLevel: 'error', output: 'json' })
    if (!result) throw new Error(`Lighthouse gave no result for ${path}`)
    runs.push(result.lhr)
  }
  const audit = (id: string) => median(runs.map((lhr) => lhr.audits[id]?.numericValue ?? 0))
  const score = (id: string) => median(runs.map((lhr) => 100 * (lhr.categories[id]?.score ?? 0)))
  return {
    path,
    jsKbGzip: await scriptKilobytes(runs[0]?.audits['network-requests']?.details),
    lcpMs: Math.round(audit('largest-contentful-paint')),
    tbtMs: Math.round(audit('total-blocking-time')),
    cls: Number(audit('cumulative-layout-shift').toFixed(4)),
    performance: Math.round(score('performance')),
    accessibility: Math.round(score('accessibility')),
    bestPractices: Math.round(score('best-practices')),
    seo: Math.round(score('seo')),
  }
}

/** Size of the page's scripts as gzip, whatever encoding this browser asked for. */
async function scriptKilobytes(details: unknown): Promise<number> {
  const items =
    typeof details === 'object' && details && 'items' in details && Array.isArray(details.items)
      ? details.items
      : []
  let bytes = 0
  for (const { resourceType, url } of items) {
    if (resourceType !== 'Script') continue
    const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    const plain = Buffer.from(await answer.arrayBuffer())
    // Files too small to be worth compressing are sent as they are.
    bytes += Number(answer.headers.get('content-length') ?? plain.length)
  }
  return Number((bytes / 1000).toFixed(1))
}

const folder = await mkdtemp(join(tmpdir(), 'foyer-pages-'))
// As root, PostgreSQL runs under another account, which must be able to enter.
await chmod(folder, 0o755)
const port = await freePort()
const server = await startFoyer(port, folder)
const chromePath = process.env.CHROMIUM_PATH ?? BROWSERS.find(existsSync)
const chrome = await launch({
  ...(chromePath ? { chromePath } : {}),
  chromeFlags: [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
  ],
})
try {
  const origin = `http://localhost:${port}`
  const call = createClient({ baseUrl: origin, fetch })
  const events = await call(catalog.listEvents, {})
  const event = events.find(
    (candidate) => candidate.isTimedEntry && candidate.status !== 'sold_out',
  )
  if (!event) throw new Error('The demo has no timed event')
  const calendar = await call(catalog.getCalendar, { params: { eventId: event.id } })
  const date = Object.keys(calendar.data.dates)[3]
  const paths = ['/', `/events-api/${event.id}`, `/events-api/${event.id}/tickets?date=${date}`]
  const pages: Measured[] = []
  for (const path of paths) pages.push(await measure(origin, path, chrome.port))
  console.table(pages)
  console.log(JSON.stringify({ pages }))
} finally {
  chrome.kill()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  await rm(folder, { recursive: true, force: true })
}
