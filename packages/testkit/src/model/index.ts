import fc from 'fast-check'
import { anyPlan, type Plan } from './plan.ts'
import type { System } from './real-world.ts'
import { runPlan } from './run.ts'

export interface ModelCheckOptions extends System {
  /** With `path`, as a failed check printed them: its counterexample once more, at once. */
  seed?: number | undefined
  path?: string | undefined
  runs: number
  /** At most; some runs are of few operations. */
  operationsPerRun: number
  /** How many operations are under way at once, at most. 1: every answer is foretold exactly. */
  together: number
  /** How long a failure is made smaller; default: 60. */
  shrinkSeconds?: number
  /** A failure of so few steps is not made smaller still; default: 1. */
  smallEnough?: number
  log(line: string): void
}

export interface ModelCheckResult {
  /** All that were sent, those of the shrinking among them. */
  operations: number
  seed: number
  failure: null | {
    message: string
    /** Replays it, together with the seed. */
    path: string
    counterexample: Plan
  }
}

/** A race is won by luck: as often a smaller run is tried before it counts as one that passes. */
const TRIES_TO_LOSE = 5

/**
 * Runs random operations against the real system and a model of it in memory: every answer, and
 * what is in the database after it, must be what the model says; of operations that were under way
 * at once, what it says for some order of them. Never rejects for a failure: it is returned, made
 * as small as may be, and logged together with the seed and path that replay it.
 */
export async function runModelCheck(options: ModelCheckOptions): Promise<ModelCheckResult> {
  const { runs, operationsPerRun, together, shrinkSeconds = 60, smallEnough = 1, log } = options
  const seed = options.seed ?? Date.now() % 2 ** 31
  let operations = 0
  let smallest = null as { plan: Plan; error: unknown } | null
  let giveUpAt = Number.POSITIVE_INFINITY

  async function run(plan: Plan): Promise<void> {
    let steps = 0
    try {
      await runPlan(options, plan, (sent) => {
        steps += 1
        operations += sent
      })
    } catch (error) {
      giveUpAt = Math.min(giveUpAt, Date.now() + shrinkSeconds * 1000)
      if (steps <= smallEnough) giveUpAt = 0
      // What was never sent is no part of the counterexample.
      smallest = { plan: { ...plan, steps: plan.steps.slice(0, steps) }, error }
      throw error
    }
  }

  const steps = Math.ceil(operationsPerRun / ((together + 1) / 2))
  const property = fc.asyncProperty(anyPlan(steps, together), async (plan) => {
    const tries = smallest && together > 1 ? TRIES_TO_LOSE : 1
    for (let tried = 0; tried < tries; tried += 1) {
      // Not run is passed: this ends the shrinking with the smallest found.
      if (Date.now() > giveUpAt) return
      await run(plan)
    }
  })
  const replayed = options.path === undefined ? {} : { path: options.path }
  const details = await fc.check(property, { numRuns: runs, seed, ...replayed })

  const path = details.counterexamplePath ?? ''
  const replay = details.failed ? `seed ${seed}, path ${path}` : `seed ${seed}`
  log(`model check: ${replay}: ${operations} operations, up to ${together} at once`)
  if (!details.failed) return { operations, seed, failure: null }
  if (!smallest)
    throw new Error('The model check failed outside of its runs', { cause: details.errorInstance })
  const message = smallest.error instanceof Error ? smallest.error.message : String(smallest.error)
  log(`${message}\n${describe(smallest.plan)}`)
  return { operations, seed, failure: { message, path, counterexample: smallest.plan } }
}

const describe = ({ world, steps }: Plan): string =>
  [world, ...steps].map((part) => JSON.stringify(part)).join('\n')
