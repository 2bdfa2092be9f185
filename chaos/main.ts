/**
 * `npm run chaos`: attackers beside honest buyers, races, random operations against a model, crashes
 * under load, and a soak, on server processes and a PostgreSQL with durable commits. Prints every
 * scenario with its outcome and, last, a line of JSON; exits with 1 when any promise was broken.
 * Options: options.ts. What it proves: docs/reliability.md.
 */
import { runCommand } from '@foyer/testkit/command'
import { runAttacks } from './attacks/harness/run-attacks.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { runCrashes } from './crashes.ts'
import { runHistories } from './histories.ts'
import { Problems } from './journal.ts'
import { runModel } from './model.ts'
import { type Part, readOptions } from './options.ts'
import { runRaceSuite } from './races.ts'
import { Report } from './report.ts'
import { runSoak } from './soak.ts'

/** Seconds. The short form takes under 90 s on a quiet machine; on a busy one it begins nothing new after this. */
const SHORT_BEGINS_WITHIN_SECONDS = 70

await runCommand(async (started) => {
  const { parts, isShort, crash, attack, soakSeconds, isLeaking } = readOptions()
  const problems = new Problems()
  const report = new Report(problems, isShort ? SHORT_BEGINS_WITHIN_SECONDS : Infinity)
  const leaking = new URL('leaking-server.ts', import.meta.url)
  /** Started by the first part that needs it, because the attacks have servers of their own. */
  let opened: Promise<Cluster> | undefined
  const cluster = () => {
    opened ??= startCluster(started, problems, isLeaking ? leaking : undefined)
    return opened
  }

  const attacksBy = (by: 'organizer' | undefined) =>
    runAttacks(started, problems, report, { isShort, named: attack, by })
  const run: Record<Part, () => Promise<void>> = {
    attacks: () => attacksBy(undefined),
    organizers: () => attacksBy('organizer'),
    races: async () => runRaceSuite(await cluster(), problems, report, isShort),
    model: async () => runModel(await cluster(), problems, report, isShort),
    histories: async () => runHistories(problems, report),
    crashes: async () => runCrashes(await cluster(), problems, report, { isShort, named: crash }),
    soak: async () => runSoak(await cluster(), problems, report, soakSeconds),
  }
  try {
    for (const part of parts) await run[part]()
  } finally {
    const folder = await (await opened)?.close(problems.total > 0)
    if (folder && problems.total > 0)
      console.log(`Logs of the servers and of PostgreSQL: ${folder}`)
  }
  report.close()
  return problems.total > 0 ? 1 : 0
})
