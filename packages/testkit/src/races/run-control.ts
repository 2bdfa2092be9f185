import { mutateSql } from '../mutate-sql.ts'
import type { Control, Outcome, Race, World } from './race.ts'

/** A race is won by luck, too: it is run until it is lost, so many times at most. */
const MOST_TRIES = 10

/**
 * Runs a race in a world from which the control has taken what keeps the promise, until the race
 * finds problems. Returns those; none when it never lost, and so proves nothing. Nothing else in
 * this process may talk to a database meanwhile; the world is mutated for good.
 *
 * @throws Error when a statement that was to be changed was never sent.
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
