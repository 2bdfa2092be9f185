/**
 * `npm run bench:holds`: the cost of holding and selling over HTTP with durable commits; the load
 * generator runs on the same machine. Prints tables and, as the last line, JSON. It only measures
 * and never fails on a number. docs/performance.md explains every figure.
 */
import { runCommand } from '@foyer/testkit/command'
import { type Bench, openBench } from './bench.ts'
import { findOversold } from './database.ts'
import { measureCalendar } from './figures/calendar.ts'
import { measureCommitLatency } from './figures/commit-latency.ts'
import { measureFreshness } from './figures/freshness.ts'
import { measureHolds } from './figures/holds.ts'
import { measureLimited } from './figures/limited.ts'
import { measureLive } from './figures/live.ts'
import { measureProcesses } from './figures/processes.ts'
import { measurePurchases } from './figures/purchases.ts'
import { measureRules } from './figures/rules.ts'
import { measureSessions } from './figures/sessions.ts'
import { measureSoldOut } from './figures/sold-out.ts'
import { readOptions, type Section } from './options.ts'
import { type Figures, NOT_MEASURED, printTable } from './report.ts'

const MEASURE: Record<Section, (bench: Bench) => Promise<Partial<Figures>>> = {
  holds: measureHolds,
  'sold-out': measureSoldOut,
  limited: measureLimited,
  purchases: measurePurchases,
  rules: measureRules,
  calendar: measureCalendar,
  freshness: measureFreshness,
  live: measureLive,
  sessions: measureSessions,
  processes: measureProcesses,
  'commit-latency': measureCommitLatency,
}

await runCommand(async (started) => {
  const options = readOptions(process.argv.slice(2))
  const begin = performance.now()
  const bench = await openBench(options, started)
  const figures: Figures = { ...NOT_MEASURED }
  for (const section of options.sections) {
    Object.assign(figures, await MEASURE[section](bench))
  }
  const check = await findOversold(bench.database.pool)
  figures.oversold = check.oversold
  printTable('After all runs, recomputed from the holds', [
    { 'tickets oversold': check.oversold, 'pools whose counters differ': check.drifted },
  ])
  console.log(`\n${Math.round((performance.now() - begin) / 1000)} s\n`)
  console.log(JSON.stringify(figures))
})
