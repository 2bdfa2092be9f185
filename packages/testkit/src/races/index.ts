import { randomUUID } from 'node:crypto'
import { migrate } from '@foyer/db'
import { administer, urlOf } from '../cluster.ts'
import { crossingCarts, movingCarts, releases, sameLine, twoEvents } from './carts.ts'
import { paidReschedules, refunds, reschedules, swaps } from './changes.ts'
import { endAgainstHold, expiryAgainstClaim, lastUseOfMany, lastUses } from './coupons.ts'
import {
  familyTickets,
  lastAddOns,
  lastTickets,
  mixedQuantities,
  overrides,
  sharedCapacity,
} from './last-places.ts'
import { moreTimeAtTheEnd } from './more-time.ts'
import { expiryAgainstPay, freeTwice, paidTwice } from './orders.ts'
import { openPair } from './pair.ts'
import type { Control, Race, World } from './race.ts'
import { replays } from './replays.ts'
import { runControl } from './run-control.ts'
import {
  customerBegins,
  customerSkipsJudgement,
  customerTakesFree,
  lastAccessCodeUses,
} from './sales.ts'

export { lastUses } from './coupons.ts'
export { lastAddOns, mixedQuantities } from './last-places.ts'
export { paidTwice } from './orders.ts'
export { openPair, type Pair } from './pair.ts'
export type { Control, Outcome, Race, World } from './race.ts'
export { runControl } from './run-control.ts'

/** All races, grouped by subject. */
export const RACES = {
  'last places': [
    ...[lastTickets, mixedQuantities, familyTickets],
    ...[overrides, sharedCapacity, lastAddOns],
  ],
  'more time': [moreTimeAtTheEnd],
  carts: [crossingCarts, movingCarts, twoEvents, sameLine, releases],
  replays: [replays],
  orders: [paidTwice, freeTwice, expiryAgainstPay],
  coupons: [lastUses, expiryAgainstClaim, endAgainstHold, lastUseOfMany],
  sales: [lastAccessCodeUses, customerBegins, customerTakesFree, customerSkipsJudgement],
  changes: [refunds, reschedules, swaps, paidReschedules],
} as const satisfies Record<string, readonly Race[]>

export interface RacesOptions {
  /** The races to run; all by default. */
  races?: readonly Race[]
  /** The world to run in, for example servers in processes of their own. */
  world: World
  /** Server on which databases for the controls may be created; without it no control is run. */
  adminUrl?: string
}

export interface RacesResult {
  /** Requests sent, including those of the controls. */
  operations: number
  problems: { race: string; problem: string }[]
  /** If a control did not fail, its race proves nothing. */
  controls: { race: string; without: string; failed: boolean }[]
}

/**
 * Runs races in the given world, and each of their controls on two servers in this process whose SQL
 * lacks the lock or predicate in question. Rejects only for unexpected errors.
 */
export async function runRaces({
  races = Object.values(RACES).flat(),
  world,
  adminUrl,
}: RacesOptions): Promise<RacesResult> {
  const result: RacesResult = { operations: 0, problems: [], controls: [] }
  for (const race of races) {
    const { operations, problems } = await race.run(world)
    result.operations += operations
    result.problems.push(...problems.map((problem) => ({ race: race.name, problem })))
    for (const control of adminUrl ? race.controls : []) {
      const lost = await runAlone(adminUrl ?? '', race, control)
      result.operations += lost.operations
      const failed = lost.problems.length > 0
      result.controls.push({ race: race.name, without: control.without, failed })
    }
  }
  return result
}

async function runAlone(adminUrl: string, race: Race, control: Control) {
  const name = `foyer_race_${randomUUID().replaceAll('-', '')}`
  await administer(adminUrl, `create database ${name}`)
  const url = urlOf(adminUrl, name)
  try {
    const pair = await openPair({ url, ...(await migrate(url)) })
    try {
      return await runControl(pair, race, control)
    } finally {
      await pair.close()
    }
  } finally {
    await administer(adminUrl, `drop database if exists ${name} with (force)`)
  }
}
