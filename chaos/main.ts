/**
 * `npm run chaos`: crashes under load, random operations against a model, and a soak, all on two
 * server processes and a PostgreSQL with durable commits. Prints every scenario with its outcome
 * and, last, a line of JSON; exits with 1 when anything was lost, doubled, adrift or unanswered.
 * Options: options.ts. What it proves: docs/reliability.md.
 */
import { startCluster } from './cluster.ts'
import { runCrashes } from './crashes.ts'
import { Problems } from './journal.ts'
import { runModel } from './model.ts'
import { type Part, readOptions } from './options.ts'
import { addTotals, printOutcome, type Totals } from './report.ts'
import { runSoak } from './soak.ts'

const { parts, isShort, crash, soakSeconds } = readOptions()
const problems = new Problems()
const cluster = await startCluster(problems)

const run: Record<Part, () => Promise<Totals>> = {
  crashes: () => runCrashes(cluster, problems, printOutcome, { isShort, named: crash }),
  model: () => runModel(cluster, problems, printOutcome, isShort),
  soak: () => runSoak(cluster, problems, printOutcome, soakSeconds),
}
let totals: Totals = { crashes: 0, operations: 0, acknowledged: 0 }
try {
  for (const part of parts) totals = addTotals(totals, await run[part]())
} finally {
  const folder = await cluster.close(problems.total > 0)
  if (problems.total > 0) console.log(`Logs of the servers and of PostgreSQL: ${folder}`)
}
const [lost, doubled, drift, unanswered] = (
  ['lost', 'doubled', 'drift', 'unanswered'] as const
).map((kind) => problems.count(kind))
console.log(JSON.stringify({ ...totals, lost, doubled, drift, unanswered }))
process.exit(problems.total > 0 ? 1 : 0)
