import { checkEverything } from './checks.ts'
import type { Cluster } from './cluster.ts'
import { checkTheChecks } from './control.ts'
import type { Problems } from './journal.ts'
import { Load } from './load.ts'
import { startProber } from './prober.ts'
import { addTotals, type Outcome, type Totals } from './report.ts'
import { openSale } from './sale.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

const CLIENTS = 48
/** Acknowledged answers before the crash, and again after it, so that there is something to lose. */
const ACKNOWLEDGED_EACH = 400
const ACKNOWLEDGED_EACH_IN_SHORT = 150

/** Injects one crash after another under load and checks after each that all is as was told. */
export async function runCrashes(
  cluster: Cluster,
  problems: Problems,
  report: (outcome: Outcome) => void,
  chosen: { isShort: boolean; named: string },
): Promise<Totals> {
  let totals: Totals = { crashes: 0, operations: 0, acknowledged: 0 }
  for (const scenario of SCENARIOS) {
    if (chosen.isShort && !scenario.isShort) continue
    if (!scenario.name.includes(chosen.named)) continue
    const startedAt = performance.now()
    const one = await runScenario(cluster, scenario, problems, chosen.isShort)
    totals = addTotals(totals, one)
    report({
      name: scenario.name,
      seconds: (performance.now() - startedAt) / 1000,
      figures: { ...one },
      problems: problems.takeNew(),
    })
  }
  return totals
}

async function runScenario(
  cluster: Cluster,
  scenario: Scenario,
  problems: Problems,
  isShort: boolean,
): Promise<Totals> {
  const acknowledgedEach = isShort ? ACKNOWLEDGED_EACH_IN_SHORT : ACKNOWLEDGED_EACH
  const sale = await openSale(cluster)
  const urls = cluster.nodes.map((node) => node.server.url)
  const load = new Load({ urls, sale, problems, clients: CLIENTS })
  const stopProber = startProber(cluster, problems)
  await load.untilAcknowledged(acknowledgedEach)
  const crashes = await scenario.inject(cluster)
  // Under the crash's after-effects, which healing then ends.
  await load.untilAcknowledged(acknowledgedEach)
  await cluster.heal()
  const visits = await load.stop()
  await stopProber()
  await checkEverything(cluster.sql, sale, visits, problems)
  await checkTheChecks(cluster, sale, visits, problems)
  return { crashes, operations: load.operations, acknowledged: load.acknowledged }
}
