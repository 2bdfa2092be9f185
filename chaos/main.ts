/**
 * `npm run chaos`: races, random operations against a model, crashes under load, and a soak, all on
 * two server processes and a PostgreSQL with durable commits. Prints every scenario with its
 * outcome and, last, a line of JSON; exits with 1 when any promise was broken.
 * Options: options.ts. What it proves: docs/reliability.md.
 */
import { startCluster } from './cluster.ts'
import { runCrashes } from './crashes.ts'
import { Problems } from './journal.ts'
import { runModel } from './model.ts'
import { type Part, readOptions } from './options.ts'
import { runRaceSuite } from './races.ts'
import { Report } from './report.ts'
import { runSoak } from './soak.ts'

/** The short form is over in a minute on a quiet machine; on a busy one it does what it can. */
const SHORT_BEGINS_WITHIN_SECONDS = 45

const { parts, isShort, crash, soakSeconds, isLeaking } = readOptions()
const problems = new Problems()
const report = new Report(problems, isShort ? SHORT_BEGINS_WITHIN_SECONDS : Infinity)
const leaking = new URL('leaking-server.ts', import.meta.url)
const cluster = await startCluster(problems, isLeaking ? leaking : undefined)

const run: Record<Part, () => Promise<void>> = {
  races: () => runRaceSuite(cluster, problems, report, isShort),
  model: () => runModel(cluster, problems, report, isShort),
  crashes: () => runCrashes(cluster, problems, report, { isShort, named: crash }),
  soak: () => runSoak(cluster, problems, report, soakSeconds),
}
try {
  for (const part of parts) await run[part]()
} finally {
  const folder = await cluster.close(problems.total > 0)
  if (problems.total > 0) console.log(`Logs of the servers and of PostgreSQL: ${folder}`)
}
report.close()
process.exit(problems.total > 0 ? 1 : 0)
