import { checkEverything } from '../checks.ts'
import type { Problems } from '../journal.ts'
import { Load } from '../load.ts'
import { openSale } from '../sale.ts'
import { checkOnePrimary, heal } from './heal.ts'
import { HoldProber } from './hold-prober.ts'
import { addFindings, MoneyBuyers } from './money-buyers.ts'
import { type Moment, Neighbour } from './neighbour.ts'
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

/** Plays one scenario under load, heals it, and compares the databases with what was acknowledged. */
export async function play(
  rig: ClusterRig,
  scenario: ClusterScenario,
  problems: Problems,
  isShort: boolean,
): Promise<Played> {
  const acknowledgedEach = isShort ? ACKNOWLEDGED_EACH_IN_SHORT : ACKNOWLEDGED_EACH
  const { neighbour: part } = scenario
  const neighbour = part ? await Neighbour.open(rig) : null
  // A move into the cluster begins in the other cell; without a move the neighbour sells there.
  if (part && part !== 'leaves') await neighbour?.move('north')
  const sale = await openSale(rig)
  const load = new Load({ urls: [rig.server.url], sale, problems, clients: CLIENTS })
  const money = new MoneyBuyers(rig, await rig.build.event({ capacity: null }))
  const prober = new HoldProber(rig.server.url, sale)
  await load.untilAcknowledged(acknowledgedEach)
  const moving = neighbour && scenario.at ? beginMove(neighbour, scenario) : null
  await moving?.reached
  const figures = await scenario.inject(rig, prober, problems, neighbour)
  // The load goes on under the fault's after-effects, until `heal` ends them.
  await load.untilAcknowledged(acknowledgedEach)
  await heal(rig)
  const runs = await moving?.runs
  await prober.stop()
  const visits = await load.stop()
  const neighbours = (await neighbour?.close(problems)) ?? 0
  addFindings(problems, await money.stop(rig))
  for (const text of rig.servers.takeCrashes()) problems.add('unanswered', text)
  const silent = prober.silentRefusals + (neighbour?.prober.silentRefusals ?? 0)
  if (silent > 0) problems.add('unanswered', `${silent} refusals without Retry-After`)
  await checkOnePrimary(rig, problems)
  await checkEverything(rig.sql, sale, visits, problems)
  return {
    figures: { ...figures, refused: prober.answers.get(503) ?? 0, ...(runs ? { runs } : {}) },
    acknowledged: load.acknowledged,
    carts: visits.length,
    purchases: money.count + neighbours,
  }
}

interface Moving {
  /** Resolves when the move is at the scenario's moment for the first time. */
  reached: Promise<unknown>
  /** Resolves once it has moved, with how often the move was run. */
  runs: Promise<number>
}

function beginMove(neighbour: Neighbour, { neighbour: part, at }: ClusterScenario): Moving {
  const { promise: reached, resolve } = Promise.withResolvers<unknown>()
  const runs = neighbour.move(part === 'comes' ? 'home' : 'north', (moment: Moment) => {
    if (moment === at) resolve(null)
  })
  // A move that fails for good ends the wait too; `runs` says why.
  return { reached: Promise.race([reached, runs]), runs }
}
