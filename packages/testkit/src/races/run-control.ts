import { mutateSql } from '../mutate-sql.ts'
import type { Control, Outcome, Race, World } from './race.ts'

/** A race may be won by luck, so it is repeated until it is lost, at most this many times. */
const MOST_TRIES = 10

/**
 * Runs a race in a world without the part that the control removes, until the race finds problems.
 * Returns them, or none if the race was never lost and so proves nothing. No other code in this
 * process may use a database meanwhile, and the world cannot be used afterwards.
 *
 * @throws Error if a statement that was to be changed was never sent.
 */
export async function runControl(
  world: World,
  race: Race,
  control: Control,
  mostTries = MOST_TRIES,
): Promise<Outcome> {
  for (const statement of control.schema ?? []) await world.sql(statement)
  const { statements = {} } = control
  const unsent = new Set(Object.keys(statements))
  const mutated = mutateSql((text, name = '') => {
    unsent.delete(name)
    return statements[name]?.(text) ?? text
  })
  try {
    const found: Outcome = { operations: 0, problems: [] }
    for (let tried = 0; tried < mostTries && found.problems.length === 0; tried += 1) {
      const { operations, problems } = await race.run(world)
      found.operations += operations
      found.problems.push(...problems)
      if (unsent.size > 0) throw new Error(`Never sent: ${[...unsent]}`)
    }
    return found
  } finally {
    mutated.restore()
  }
}
