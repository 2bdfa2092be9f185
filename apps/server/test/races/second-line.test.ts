import { RACES, type Race, runControl } from '@foyer/testkit/races'
import { expect, test } from 'vitest'
import { withPair } from './prove.ts'

/** What the schema keeps alone, once no lock keeps it from the database any more. */
const pair = withPair()
const [, mixedQuantities] = RACES['last places']
const [paidTwice] = RACES.orders

/** Of a race without what its controls take from the statements; the schema stays. */
async function problemsOf(race: Race): Promise<string[]> {
  const problems: string[] = []
  for (const { without, statements = {} } of race.controls) {
    problems.push(...(await runControl(pair(), race, { without, statements }, 3)).problems)
  }
  return problems
}

test('without its lock a place is still never sold twice, by the constraint alone', async () => {
  expect(await problemsOf(mixedQuantities)).toEqual([])
})

test('without its locks a payment still makes one order, by the constraint alone', async () => {
  expect((await problemsOf(paidTwice)).join()).not.toMatch('orders')
})
