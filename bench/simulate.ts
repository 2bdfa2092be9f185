import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { runCommand } from '@foyer/testkit/command'
import { type Bench, HOLDS, holdJourney, interleave, median, openBench } from './bench.ts'
import { PLENTY } from './database.ts'
import { meanBatch } from './figures/commit-latency.ts'
import { printTable, round } from './report.ts'
import { fit, type Measured } from './simulate/fit.ts'
import { arriving, type Costs, closedLoops } from './simulate/lane.ts'

/**
 * `npm run bench:simulate`: measures what holds cost at two numbers of clients, simulates other numbers from
 * that, compares them with measurements of the same run, and then simulates machines that are not here.
 * docs/scale.md uses its tables. The last line is JSON; `agreement` are simulated rates by measured ones.
 */
const FITTED = [16, 256] as const
const CHECKED = [32, 64, 128] as const

/** Between machines of one rack or zone. */
const WIRE_MS = 0.25
/** A commit that waits for a synchronous standby in another zone: a round trip and its flush. */
const SYNCHRONOUS_MS = 1.5

await runCommand(async (started) => {
  const bench = await openBench({ sections: [], rounds: 5, pace: 1 }, started)
  const measured = new Map<number, Measured>()
  // The numbers of clients alternate, so that other work of the machine affects all of them alike.
  for (const clients of [...FITTED, ...CHECKED])
    measured.set(clients, await measure(bench, clients))
  const [few, many] = FITTED.map((clients) => measured.get(clients))
  if (!few || !many) throw new Error('Both fitted measurements are there')
  const costs = fit(few, many, await flushMs(bench))
  printCosts(costs)
  const agreement = compare(costs, [...measured.values()])
  predict({ ...costs, generator: 0 })
  console.log(`\n${JSON.stringify({ costs, agreement })}`)
})

async function measure(bench: Bench, clients: number): Promise<Measured> {
  const { build, tenantId, pool } = bench.database
  const event = await build.event({ tenantId, capacity: PLENTY })
  const before = await processorTime()
  const { holds } = await interleave(
    bench,
    { holds: { journey: holdJourney(HOLDS, [event]), status: 201 } },
    { clients, seconds: 1.5 },
  )
  const after = await processorTime()
  const { perSecond, cpuMsEach: nodeMs, postgresCpuMsEach, generatorCpu } = holds
  const postgresMs = postgresCpuMsEach ?? 0
  const used = (after.busyMs - before.busyMs) / (after.atMs - before.atMs)
  return {
    clients,
    perSecond,
    perBatch: await meanBatch(pool, event.sessionId),
    nodeMs,
    postgresMs,
    generatorMs: (generatorCpu / perSecond) * 1000,
    othersUsed: Math.max(0, used - generatorCpu - (perSecond * (nodeMs + postgresMs)) / 1000),
  }
}

/** What all programs of this machine have used of its processors, in milliseconds. */
async function processorTime(): Promise<{ busyMs: number; atMs: number }> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n')
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number)
  const ticks = user + nice + system + interrupts + soft + steal
  return { busyMs: ticks * 10, atMs: performance.now() }
}

/** A lone commit of one row, which is mostly the flush of the log. */
async function flushMs({ database: { pool } }: Bench): Promise<number> {
  await pool.query('create table if not exists bench_commits (at timestamptz)')
  const taken: number[] = []
  for (let turn = 0; turn < 50; turn += 1) {
    const begin = performance.now()
    await pool.query('insert into bench_commits values (now())')
    taken.push(performance.now() - begin)
  }
  return median(taken)
}

function printCosts({ node, postgres, flushMs: flush, generator }: Costs): void {
  printTable('What a hold costs, milliseconds of a processor', [
    { part: 'event loop', each: round(node.each), 'a batch': round(node.batch) },
    { part: 'PostgreSQL', each: round(postgres.each), 'a batch': round(postgres.batch) },
    { part: 'load generator', each: round(generator), 'a batch': null },
    { part: 'flush, without processor', each: null, 'a batch': round(flush) },
  ])
}

function compare(costs: Costs, measured: readonly Measured[]): Record<number, number> {
  const agreement: Record<number, number> = {}
  const rows = measured
    .toSorted((a, b) => a.clients - b.clients)
    .map((real) => {
      const shared = Math.max(0.5, availableParallelism() - real.othersUsed)
      const setup = { costs, processors: { shared }, processes: 1, sessions: 1, wireMs: 0 }
      const simulated = closedLoops(setup, real.clients, 3)
      agreement[real.clients] = round(simulated.perSecond / real.perSecond)
      return {
        clients: real.clients,
        'processors left': round(shared),
        'measured a second': Math.round(real.perSecond),
        'simulated a second': Math.round(simulated.perSecond),
        'simulated / measured': agreement[real.clients] ?? null,
        'holds a batch, measured': round(real.perBatch),
        simulated: round(simulated.perBatch),
        fitted: FITTED.some((clients) => clients === real.clients) ? 'yes' : 'no',
      }
    })
  printTable('The simulation beside this machine', rows)
  return agreement
}

function predict(costs: Costs): void {
  const cluster = { ...costs, flushMs: costs.flushMs + SYNCHRONOUS_MS }
  const rows = [
    { servers: 2, database: 4, processes: 1, sessions: 1 },
    { servers: 2, database: 4, processes: 1, sessions: 10 },
    { servers: 4, database: 8, processes: 4, sessions: 10 },
    { servers: 8, database: 16, processes: 8, sessions: 100 },
  ].map(({ servers, database, processes, sessions }) => {
    const setup = { costs: cluster, processors: { servers, database }, processes, sessions }
    const peak = closedLoops({ ...setup, wireMs: WIRE_MS }, 128 * sessions, 2).perSecond
    const at = arriving({ ...setup, wireMs: WIRE_MS }, 0.7 * peak, 3)
    return {
      'web processes': processes,
      'processors, servers': servers,
      'processors, database': database,
      'hot sessions': sessions,
      'holds a second': Math.round(peak),
      'p99 ms at 70 %': round(at.p99Ms),
      'holds a batch': round(at.perBatch),
    }
  })
  printTable('Machines that are not here: a cluster with synchronous commits', rows)
}
