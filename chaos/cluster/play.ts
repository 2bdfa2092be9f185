import { checkEverything } from '../checks.ts'
import type { Problems } from '../journal.ts'
import { Load } from '../load.ts'
import { openSale } from '../sale.ts'
import { checkOnePrimary, heal } from './heal.ts'
import { HoldProber } from './hold-prober.ts'
import { MoneyBuyers } from './money-buyers.ts'
import type { ClusterRig } from './rig.ts'
import type { ClusterScenario, Figures } from './scenarios.ts'

const CLIENTS = 48
/** Acknowledged answers before each fault, and again after it, so that there is something to lose. */
const ACKNOWLEDGED_EACH = 300
const ACKNOWLEDGED_EACH_IN_SHORT = 150

export interface Played {
  figures: Figures
  acknowledged: number
  carts: number
  purchases: number
}

/** Plays one scenario under load, heals it, and compares the database with what was acknowledged. */
export async function play(
  rig: ClusterRig,
  scenario: ClusterScenario,
  problems: Problems,
  isShort: boolean,
): Promise<Played> {
  const acknowledgedEach = isShort ? ACKNOWLEDGED_EACH_IN_SHORT : ACKNOWLEDGED_EACH
  const sale = await openSale(rig)
  const load = new Load({ urls: [rig.server.url], sale, problems, clients: CLIENTS })
  const money = await MoneyBuyers.start(rig)
  const prober = new HoldProber(rig.server.url, sale)
  await load.untilAcknowledged(acknowledgedEach)
  const figures = await scenario.inject(rig, prober, problems)
  // The load goes on under the fault's after-effects, until `heal` ends them.
  await load.untilAcknowledged(acknowledgedEach)
  await heal(rig)
  await prober.stop()
  const visits = await load.stop()
  const findings = await money.stop()
  for (const { kind, text } of findings) {
    problems.add(kind === 'lost' || kind === 'doubled' ? kind : 'broken', text)
  }
  for (const text of rig.servers.takeCrashes()) problems.add('unanswered', text)
  if (prober.silentRefusals > 0) {
    problems.add('unanswered', `${prober.silentRefusals} refusals without Retry-After`)
  }
  await checkOnePrimary(rig, problems)
  await checkEverything(rig.sql, sale, visits, problems)
  return {
    figures: { ...figures, refused: prober.answers.get(503) ?? 0 },
    acknowledged: load.acknowledged,
    carts: visits.length,
    purchases: money.count,
  }
}
