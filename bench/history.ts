/**
 * `npm run bench:history`: what holds and purchases cost for an event with a long past (200,000 orders
 * unless `--orders 1000000` says otherwise) compared with an empty database, in turn, in one run. Prints
 * a table and, last, a line of JSON. It measures; it never fails on a number. docs/performance.md
 * explains the figures.
 */
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CommandError, runCommand } from '@foyer/testkit/command'
import type pg from 'pg'
import { HOLDS, holdJourney, interleave, type Sample, type Target } from './bench.ts'
import { buildSales } from './build-sales.ts'
import { openBenchDatabase, PLENTY } from './database.ts'
import { purchase } from './figures/purchases.ts'
import { BenchProcess } from './ipc.ts'
import type { LoadPlan, LoadReport } from './load/plan.ts'
import { printTable, type Row, round } from './report.ts'
import { ServerProcess } from './server-process.ts'

const PRICE_MINOR = 3000
const TICKETS = 2

/** The measurements, in this order. */
const LOADS = {
  holds: { clients: 256, seconds: 2 },
  purchases: { clients: 64, seconds: 3 },
  'a lone purchase': { clients: 1, seconds: 2 },
} as const

await runCommand(async (started) => {
  const { orders, sessions, rounds } = readNumbers(process.argv.slice(2))
  const open = async (past: number) => {
    const database = await openBenchDatabase(started)
    const { build, tenantId } = database
    const event = await build.event({
      tenantId,
      capacity: PLENTY,
      sessions,
      types: [{ priceMinor: PRICE_MINOR }],
    })
    const begin = performance.now()
    if (past > 0) await buildSales(database, event, past)
    const seconds = Math.round((performance.now() - begin) / 1000)
    if (past > 0) console.log(`${past.toLocaleString('en-US')} orders written in ${seconds} s`)
    const server = await ServerProcess.start(started, {
      databaseUrl: database.url,
      role: database.role,
      dataDir: database.dataDir,
      tenantId,
      eventId: event.eventId,
    })
    return { server, database, event }
  }
  const [empty, full] = [await open(0), await open(orders)]
  for (const { database } of [empty, full]) await untilJobsRest(database.pool)
  const loader = new BenchProcess<LoadPlan, LoadReport>(
    started,
    new URL('load.ts', import.meta.url),
  )
  const bench = {
    ...empty,
    options: { sections: [], rounds, pace: 1 },
    load: (plan: LoadPlan) => loader.ask(plan),
  }
  const rows: Row[] = []
  const ratios: Record<string, number> = {}
  for (const [name, load] of Object.entries(LOADS)) {
    const at = (target: Target & { event: typeof empty.event }) => ({
      target,
      status: 201,
      journey:
        name === 'holds'
          ? holdJourney(HOLDS, [target.event])
          : purchase(target.event, (TICKETS * PRICE_MINOR) / 100),
    })
    const samples = await interleave(bench, { empty: at(empty), full: at(full) }, load)
    // Sending the mails of these purchases takes minutes, which must not disturb the next figure.
    for (const { database } of [empty, full]) {
      await database.pool.query("update mails set state = 'failed' where state = 'queued'")
    }
    rows.push(rowOf(name, 'empty', samples.empty), rowOf(name, `${orders} orders`, samples.full))
    ratios[name] = round(samples.full.perSecond / samples.empty.perSecond)
  }
  printTable('An event with a past, compared with an empty database', rows)
  console.log(`\n${JSON.stringify({ orders, sessions, ratios })}`)
})

/**
 * Waits for the first turns of all jobs, a minute at most: they look at more of a past than any later
 * turn, and would be measured with the first load.
 */
async function untilJobsRest(pool: pg.Pool): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 1) {
    await setTimeout(1000)
    const { rows } = await pool.query<{ due: number; all: number }>(
      `select count(*) filter (where due_at < clock_timestamp())::integer as due,
         count(*)::integer as all from job_turns`,
    )
    const [{ due, all } = { due: 0, all: 0 }] = rows
    if (all > 0 && due === 0) return
  }
}

function readNumbers(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      orders: { type: 'string', default: '200000' },
      /** Number of sessions over which the orders are spread; the first session is under load. */
      sessions: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
    },
  })
  const [orders = 0, sessions = 0, rounds = 0] = [
    values.orders,
    values.sessions,
    values.rounds,
  ].map(Number)
  if (![orders, sessions, rounds].every((number) => Number.isInteger(number) && number > 0)) {
    throw new CommandError('--orders, --sessions and --rounds take a whole number above 0.')
  }
  return { orders, sessions, rounds }
}

function rowOf(load: string, database: string, sample: Sample): Row {
  return {
    load,
    database,
    'a second': sample.perSecond,
    'p50 ms': sample.p50,
    'p99 ms': sample.p99,
    failed: sample.failed,
    'node, CPU ms each': sample.cpuMsEach,
    'PostgreSQL, CPU ms each': sample.postgresCpuMsEach,
    'WAL bytes each': sample.walBytesEach,
  }
}
