import fc from 'fast-check'
import { anyPlan, type Plan } from './plan.ts'
import type { System } from './real-world.ts'
import { runPlan } from './run.ts'

export interface ModelCheckOptions extends System {
  /** With `path`, both as printed by a failed check: replays its counterexample directly. */
  seed?: number | undefined
  path?: string | undefined
  runs: number
  /** Begins no further run after this time; without a limit by default. */
  seconds?: number | undefined
  /** Largest number of runs; some runs have only few operations. */
  operationsPerRun: number
  /** Largest number of simultaneous operations. With 1 the model predicts every answer exactly. */
  together: number
  /** How long a failure is shrunk; 60 by default. */
  shrinkSeconds?: number
  /** A failure with so few steps is not shrunk further; 1 by default. */
  smallEnough?: number
  log(line: string): void
}

export interface ModelCheckResult {
  /** Number of operations sent, including those of the shrinking. */
  operations: number
  seed: number
  failure: null | {
    message: string
    /** Replays the failure, together with the seed. */
    path: string
    counterexample: Plan
  }
}

/** A smaller run counts as passed only after this many tries, because a race may be won by luck. */
const TRIES_TO_LOSE = 5

/**
 * Runs random operations against the real system and a model of it in memory. Every answer, and the
 * database after it, must agree with the model; for simultaneous operations, with the model for some
 * order of them. Does not reject for a failure, but returns it: shrunk, and logged with the seed and
 * path that replay it.
 */
export async function runModelCheck(options: ModelCheckOptions): Promise<ModelCheckResult> {
  const { runs, operationsPerRun, together, shrinkSeconds = 60, smallEnough = 1, log } = options
  const seed = options.seed ?? Date.now() % 2 ** 31
  let operations = 0
  let smallest = null as { plan: Plan; error: unknown } | null
  let giveUpAt = Number.POSITIVE_INFINITY
  const endAt = Date.now() + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000

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
      // Operations that were never sent are not part of the counterexample.
      smallest = { plan: { ...plan, steps: plan.steps.slice(0, steps) }, error }
      throw error
    }
  }

  const steps = Math.ceil(operationsPerRun / ((together + 1) / 2))
  const property = fc.asyncProperty(anyPlan(steps, together), async (plan) => {
    if (!smallest && Date.now() > endAt) return
    const tries = smallest && together > 1 ? TRIES_TO_LOSE : 1
    for (let tried = 0; tried < tries; tried += 1) {
      // A run that is skipped counts as passed, which ends the shrinking with the smallest failure so far.
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
