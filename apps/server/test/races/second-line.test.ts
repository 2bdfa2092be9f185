/** @module-tag night */
import {
  lastAddOns,
  lastUses,
  mixedQuantities,
  paidTwice,
  type Race,
  runControl,
} from '@foyer/testkit/races'
import { expect, test } from 'vitest'
import { TIMEOUT_MS, withPair } from './prove.ts'

/** What the schema alone guarantees when the locks are removed from the statements. */
const pair = withPair()

/**
 * Runs a race without everything that its controls remove from the statements; the schema stays.
 */
async function problemsOf(race: Race): Promise<string[]> {
  const problems: string[] = []
  for (const { without, statements = {} } of race.controls) {
    problems.push(...(await runControl(pair(), race, { without, statements }, 3)).problems)
  }
  return problems
}

test.each([
  ['a place', mixedQuantities],
  ['an add-on', lastAddOns],
])(
  'without its lock %s is still never sold twice, because of the constraint',
  { timeout: TIMEOUT_MS },
  async (_, race) => {
    expect(await problemsOf(race)).toEqual([])
  },
)

test('without its locks a payment still makes one order, because of the constraint', {
  timeout: TIMEOUT_MS,
}, async () => {
  expect((await problemsOf(paidTwice)).join()).not.toMatch('orders')
})

test('without its lock a coupon is still never used too often, because of the constraint', async () => {
  expect(await problemsOf(lastUses)).toEqual([])
})
