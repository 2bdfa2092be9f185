import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { openPair, type Pair, type Race, runControl } from '@foyer/testkit/races'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Two servers on a database of their own for each test; what it returns gives those of now. */
export function withPair(): () => Pair {
  let database: TestDatabase
  let pair: Pair
  beforeEach(async () => {
    database = await createTestDatabase()
    pair = await openPair(database)
  })
  afterEach(async () => {
    await pair.close()
    await database.drop()
  })
  return () => pair
}

/** For a control that is lost late, on a machine that does much else. */
export const TIMEOUT_MS = 90_000

/** Makes tests of races: each as it is, and once for everything that keeps its promise, without. */
export function prove(races: readonly Race[]): void {
  const pair = withPair()
  describe.each(races)('$name', { timeout: TIMEOUT_MS }, (race) => {
    test('and every promise is kept', async () => {
      expect((await race.run(pair())).problems).toEqual([])
    })
    test.each(race.controls)('but not without $without', async (control) => {
      expect((await runControl(pair(), race, control)).problems).not.toEqual([])
    })
  })
}
