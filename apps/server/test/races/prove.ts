import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { openPair, type Pair, type Race, runControl } from '@foyer/testkit/races'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/**
 * Gives each test two servers on a database of its own; the returned function gives the current
 * pair.
 */
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

/** For a control that takes many tries on a busy machine. */
export const TIMEOUT_MS = 90_000

/**
 * Makes tests of races: each race as it is, and once without each of the things that keep its
 * promise.
 */
export function prove(races: readonly Race[]): void {
  const pair = withPair()
  describe.each(races)('$name', { timeout: TIMEOUT_MS }, (race) => {
    test('and every promise is kept', async () => {
      expect((await race.run(pair())).problems).toEqual([])
    })
    test.each(race.controls)('but not without $without', { tags: ['night'] }, async (control) => {
      expect((await runControl(pair(), race, control)).problems).not.toEqual([])
    })
  })
}
