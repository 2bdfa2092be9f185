import { createTestDatabase, type TestDatabase } from '@foyer/testkit'
import { openPair, type Pair, type Race, runControl } from '@foyer/testkit/races'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

/** Makes tests of races: each as it is, and once for everything that keeps its promise, without. */
export function prove(races: readonly Race[]): void {
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

  describe.each(races)('$name', (race) => {
    test('and every promise is kept', async () => {
      expect((await race.run(pair)).problems).toEqual([])
    })
    test.each(race.controls)('but not without $without', async (control) => {
      const { problems } = await runControl(pair, race, control)
      console.log(race.name, control.without, problems.slice(0, 3))
      expect(problems).not.toEqual([])
    })
  })
}
