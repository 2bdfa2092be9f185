import type { BuyerOptions } from './buyer.ts'
import { findMisplacedMoney } from './misplaced-money.ts'
import type { Options } from './options.ts'
import type { Chances, FaultKind } from './provider.ts'
import type { Rig } from './rig.ts'
import { Scene } from './scene.ts'
import { type Settled, untilSettled } from './settle.ts'
import type { Finding } from './verdict.ts'

/** The chance of each of five faults: every call meets one, and only the slow answers are correct. */
const CHANCE = 0.2
/** A lost webhook waits for the reconciler's next check, for which the short form has no time. */
const SHORT_CHANCE = 0.1

const callFaults = (chance: number): Chances<FaultKind> => ({
  cut: chance,
  cutAfter: chance,
  error500: chance,
  error500After: chance,
  slow: chance,
})

/** The faults when the browser charges the card, with time-outs after the charge. */
const chargeFaults = (chance: number): Chances<FaultKind> => ({
  cut: chance,
  cutAfter: chance,
  error500: chance,
  timeoutAfter: chance,
  slow: chance,
})

const AT_ONCE = 150
const PATIENCE_MS = 2500
const SETTLES_WITHIN_MS = 60_000
const PLACES = 2

export interface Purchased extends Settled {
  purchases: number
  /** Chance of each fault. */
  chance: number
  /** Milliseconds from the first buyer to the last, with all faults on. */
  buyingMs: number
}

/**
 * Lets `count` buyers buy at a provider that fails all the time. Most come back until they know the
 * outcome. Two of five close the page as soon as they have paid. One of ten pays after the hold has
 * expired, half of these when another buyer has the tickets.
 */
export async function buyUnderFaults(
  rig: Rig,
  { purchases: count, seed, isShort }: Pick<Options, 'purchases' | 'seed' | 'isShort'>,
): Promise<Purchased> {
  const { provider } = rig
  const chance = isShort ? SHORT_CHANCE : CHANCE
  await provider.faultsByChance(seed, '/confirm', chargeFaults(chance))
  await provider.faultsByChance(seed + 1, '/v1/', callFaults(chance))
  const webhooks = { twice: chance, late: chance, ...(isShort ? {} : { lost: chance }) }
  await provider.mishapsByChance(seed + 2, webhooks)

  const startedAt = performance.now()
  const findings: Finding[] = []
  const scenes: Scene[] = []
  let next = 0
  async function comeAndGo(): Promise<void> {
    for (let index = next++; index < count; index = next++) {
      const scene = await openScene(rig, index)
      scenes.push(scene)
      try {
        await buy(scene, index)
      } catch (error) {
        findings.push({ kind: 'broken', text: `${error instanceof Error ? error.message : error}` })
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, comeAndGo))
  const buyingMs = performance.now() - startedAt
  await provider.reset()

  const carts = scenes.map(({ cartId, buyer }) => ({ cartId, quantity: buyer.quantity }))
  const settled = await untilSettled(rig, carts, SETTLES_WITHIN_MS)
  return {
    ...settled,
    findings: [
      ...findings,
      ...settled.findings,
      ...(await findUnknownMoney(rig)),
      ...(await findMisplacedMoney(rig)),
    ],
    purchases: scenes.length,
    chance,
    buyingMs,
  }
}

const isLate = (index: number) => index % 10 === 9
const isTooLate = (index: number) => index % 20 === 19
const leaves = (index: number) => index % 5 < 2

const openScene = (rig: Rig, index: number): Promise<Scene> => {
  const buyer: BuyerOptions = { chargePatienceMs: PATIENCE_MS, quantity: PLACES }
  return Scene.open(rig, { capacity: isTooLate(index) ? PLACES : null }, buyer)
}

async function buy(scene: Scene, index: number): Promise<void> {
  const { buyer } = scene
  if (isLate(index)) {
    await buyer.insistUpTo('confirm')
    await scene.expireHolds()
    if (isTooLate(index)) await scene.takeTickets(PLACES)
  }
  if (leaves(index)) await buyer.payAndLeave()
  else await buyer.comeBack()
}

/** Charges at the provider that belong to no purchase of this run. */
async function findUnknownMoney(rig: Rig): Promise<Finding[]> {
  const known = await rig.sql<{ id: string }>('select id from payments')
  const ids = new Set(known.map(({ id }) => id))
  const taken = (await rig.provider.intents()).filter((intent) => intent.amount_received > 0)
  return taken
    .filter(({ metadata }) => !ids.has(metadata.paymentId ?? ''))
    .map(({ id }) => ({
      kind: 'lost',
      text: `the provider charged ${id}, which belongs to no purchase`,
    }))
}
