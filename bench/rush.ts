/**
 * `npm run bench:rush`: the time of a lone buyer's hold and purchase while thousands of mails wait to
 * be sent, compared with the time when none waits. Prints a table and, as the last line, JSON; it
 * never fails on a number.
 *
 * `--mails 3000` sets how many mails wait, `--buys 60` how many purchases are timed each time;
 * `--slow-work inline` runs mails on the loop that answers requests, for comparison.
 */
import { parseArgs } from 'node:util'
import type { BuiltEvent } from '@foyer/testkit/builder'
import { runCommand } from '@foyer/testkit/command'
import { holdCart, orderBody } from '@foyer/testkit/purchase'
import { TestBrowser } from '@foyer/testkit/test-browser'
import { type BenchDatabase, openBenchDatabase, PLENTY } from './database.ts'
import { printTable } from './report.ts'
import { ServerProcess } from './server-process.ts'

await runCommand(async (started) => {
  const { values } = parseArgs({
    options: {
      mails: { type: 'string', default: '3000' },
      buys: { type: 'string', default: '60' },
      'slow-work': { type: 'string', default: 'thread' },
    },
  })
  const database = await openBenchDatabase(started)
  const event = await database.build.event({
    tenantId: database.tenantId,
    capacity: PLENTY,
    types: [{ priceMinor: 0 }],
  })
  const server = await ServerProcess.start(started, {
    databaseUrl: database.url,
    role: database.role,
    dataDir: database.dataDir,
    tenantId: database.tenantId,
    eventId: event.eventId,
    slowWork: values['slow-work'] === 'inline' ? 'inline' : 'thread',
  })
  const buys = Number(values.buys)
  await timeBuyer(server.url, event, buys)
  await drained(database)
  const quiet = await timeBuyer(server.url, event, buys)
  await drained(database)
  await queueMails(database, Number(values.mails))
  const rush = await timeBuyer(server.url, event, buys)
  const left = await waiting(database)
  const ratio = (of: 'holdMs' | 'purchaseMs') => Math.round((rush[of] / quiet[of]) * 100) / 100
  printTable('A lone buyer, medians', [
    { moment: 'nothing waits', ...quiet, 'mails left': 0 },
    { moment: `${values.mails} mails wait`, ...rush, 'mails left': left },
  ])
  const figures = { quiet, rush, holdRatio: ratio('holdMs'), purchaseRatio: ratio('purchaseMs') }
  console.log(JSON.stringify({ slowWork: values['slow-work'], mailsLeft: left, ...figures }))
})

/** Medians in milliseconds of a hold, and of a hold together with the order of its free ticket. */
async function timeBuyer(url: string, event: BuiltEvent, buys: number) {
  const holds: number[] = []
  const purchases: number[] = []
  for (let buy = 0; buy < buys; buy += 1) {
    const browser = new TestBrowser(url)
    const begin = performance.now()
    const held = await holdCart(browser, event, '12345', 1)
    holds.push(performance.now() - begin)
    const ordered = await browser.send('POST', '/api/checkout/orders', {
      ...orderBody(event),
      email: `buyer-${buy}-${Math.random()}@example.com`,
    })
    purchases.push(performance.now() - begin)
    if (held.status >= 300 || ordered.status >= 300) {
      throw new Error(`A purchase failed: ${held.status}, ${JSON.stringify(ordered.body)}`)
    }
  }
  return { holdMs: median(holds), purchaseMs: median(purchases) }
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 10) / 10
}

/** Queues a real order's mail for many other recipients, as a rush would. */
async function queueMails({ pool }: BenchDatabase, count: number): Promise<void> {
  await pool.query(
    `insert into mails (tenant_id, id, kind, data, recipient, order_id, is_resend)
     select m.tenant_id, gen_random_uuid(), m.kind, m.data, gen_random_uuid() || '@example.com',
       m.order_id, true
     from (select * from mails where kind = 'confirmation' limit 1) m, generate_series(1, $1)`,
    [count],
  )
}

async function waiting({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::integer as count from mails where state = 'queued'`,
  )
  return rows[0]?.count ?? 0
}

async function drained(database: BenchDatabase): Promise<void> {
  while ((await waiting(database)) > 0) await new Promise((resolve) => setTimeout(resolve, 100))
}
