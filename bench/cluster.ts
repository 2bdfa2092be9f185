/**
 * `npm run bench:cluster`: holds and purchases on a cluster of three PostgreSQL, where a replica
 * confirms each commit, against a single PostgreSQL, in turn in one run. All nodes share this machine,
 * so the ratio is that of the work, not of a network. Prints tables and, as the last line, JSON. It
 * only measures and never fails on a number.
 */
import { runCommand } from '@foyer/testkit/command'
import { type Contender, HOLDS, holdJourney, interleave, type Target } from './bench.ts'
import { openBenchCluster } from './cluster-database.ts'
import { type BenchDatabase, findOversold, openBenchDatabase, PLENTY } from './database.ts'
import { purchase } from './figures/purchases.ts'
import { BenchProcess } from './ipc.ts'
import type { LoadPlan, LoadReport } from './load/plan.ts'
import { readOptions } from './options.ts'
import { printTable, round } from './report.ts'
import { ServerProcess } from './server-process.ts'

const CLIENTS = [1, 64, 256]
const PRICE_MINOR = 3000
const TICKETS = 2

interface Contestant {
  target: Target
  hold: Contender
  purchase: Contender
}

async function enter(started: AsyncDisposableStack, database: BenchDatabase): Promise<Contestant> {
  const { build, tenantId, url: databaseUrl, role, dataDir } = database
  const [free, paid] = [
    await build.event({ tenantId, capacity: PLENTY }),
    await build.event({ tenantId, capacity: PLENTY, types: [{ priceMinor: PRICE_MINOR }] }),
  ]
  const server = await ServerProcess.start(started, {
    ...{ databaseUrl, role, dataDir, tenantId },
    eventId: free.eventId,
  })
  const target = { server, database }
  return {
    target,
    hold: { target, journey: holdJourney(HOLDS, [free]), status: 201 },
    purchase: { target, journey: purchase(paid, (TICKETS * PRICE_MINOR) / 100), status: 201 },
  }
}

await runCommand(async (started) => {
  const options = readOptions(process.argv.slice(2))
  // First, because it says at once if a package is missing.
  const cluster = await enter(started, await openBenchCluster(started))
  const single = await enter(started, await openBenchDatabase(started))
  const loader = new BenchProcess<LoadPlan, LoadReport>(
    started,
    new URL('load.ts', import.meta.url),
  )
  const bench = { ...single.target, options, load: (plan: LoadPlan) => loader.ask(plan) }
  const figures: Record<string, number> = {}
  const rows = []
  for (const what of ['hold', 'purchase'] as const) {
    for (const clients of what === 'hold' ? CLIENTS : [64]) {
      const samples = await interleave(
        bench,
        { single: single[what], cluster: cluster[what] },
        { clients, seconds: 3 },
      )
      const ratio = round(samples.cluster.perSecond / samples.single.perSecond)
      figures[`${what}Ratio${clients}`] = ratio
      rows.push({
        what: `${what}s`,
        clients,
        'single, a second': samples.single.perSecond,
        'p50 ms': samples.single.p50,
        'p99 ms': samples.single.p99,
        'cluster, a second': samples.cluster.perSecond,
        'p50 ms ': samples.cluster.p50,
        'p99 ms ': samples.cluster.p99,
        ratio,
        failed: samples.single.failed + samples.cluster.failed,
      })
    }
  }
  printTable('Holds and purchases on a cluster against a single PostgreSQL', rows)
  const { oversold } = await findOversold(cluster.target.database.pool)
  console.log(`\n${JSON.stringify({ ...figures, oversold })}`)
})
