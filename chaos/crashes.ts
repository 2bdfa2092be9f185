import { checkEverything } from './checks.ts'
import { type Cluster, serversOf } from './cluster.ts'
import { checkTheChecks } from './control.ts'
import type { Problems } from './journal.ts'
import { Load } from './load.ts'
import { startProber } from './prober.ts'
import type { Outcome, Report } from './report.ts'
import { openSale } from './sale.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

const CLIENTS = 48
/** Acknowledged answers before each crash, and again after it, so that there is something to lose. */
const ACKNOWLEDGED_EACH = 400
const ACKNOWLEDGED_EACH_IN_SHORT = 150

/** Injects one crash after another under load; after each, checks the database against the answers. */
export async function runCrashes(
  cluster: Cluster,
  problems: Problems,
  report: Report,
  chosen: { isShort: boolean; named: string },
): Promise<void> {
  const { isShort, named } = chosen
  for (const scenario of SCENARIOS) {
    if (isShort && !scenario.isShort) continue
    if (!scenario.name.includes(named)) continue
    await report.scenario(scenario.name, () => runScenario(cluster, scenario, problems, isShort))
  }
}

async function runScenario(
  cluster: Cluster,
  scenario: Scenario,
  problems: Problems,
  isShort: boolean,
): Promise<Outcome> {
  const acknowledgedEach = isShort ? ACKNOWLEDGED_EACH_IN_SHORT : ACKNOWLEDGED_EACH
  const sale = await openSale(cluster, scenario.sale)
  const urls = cluster.nodes.map((node) => node.server.url)
  const load = new Load({ urls, sale, problems, clients: CLIENTS })
  const stopProber = startProber(serversOf(cluster), problems)
  await load.untilAcknowledged(acknowledgedEach)
  const crashes = await scenario.inject(cluster)
  // The load goes on under the crash's after-effects, until `heal` ends them.
  await load.untilAcknowledged(acknowledgedEach)
  await cluster.heal()
  const visits = await load.stop()
  await stopProber()
  await checkEverything(cluster.sql, sale, visits, problems)
  await checkTheChecks(cluster, sale, visits, problems)
  const { operations, acknowledged } = load
  const unsettled = visits.filter((visit) => !visit.isSettled).length
  return { crashes, operations, acknowledged, figures: { carts: visits.length, unsettled } }
}
