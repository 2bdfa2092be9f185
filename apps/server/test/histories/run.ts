import { findStockDrift } from '@foyer/testkit/stock-check'
import fc from 'fast-check'
import { act } from './actions.ts'
import { problemsAtTheEnd, problemsNow } from './checks.ts'
import { anyHistory, type History } from './plan.ts'
import { openWorld, type Servers } from './world.ts'

export interface HistoriesOptions {
  servers: Servers
  runs: number
  /** Largest number of steps of a history, after its two purchases. */
  steps: number
  seed: number
  /** How long a failure is shrunk; 0 reports the first one as it is. */
  shrinkSeconds: number
}

export interface HistoriesResult {
  seed: number
  /** Number of actions performed, including those of the shrinking. */
  actions: number
  /** The problems of the smallest failing history, and the history; null if there were none. */
  failure: string | null
}

/**
 * Runs random histories of orders against the real system: purchases, reschedules, upgrades,
 * cancellations, refunds, disputes and time that passes, also two at once at two servers. After each
 * step the audit must find no difference and no seat may have two valid tickets; at the end everything
 * must settle.
 */
export async function checkHistories({
  servers,
  runs,
  steps,
  seed,
  shrinkSeconds,
}: HistoriesOptions): Promise<HistoriesResult> {
  let actions = 0
  let smallest: { history: History; problems: string[] } | null = null
  let giveUpAt = Number.POSITIVE_INFINITY
  const holds = fc.asyncProperty(anyHistory(steps), async (history) => {
    if (Date.now() > giveUpAt) return
    const problems = await play(servers, history, (count) => {
      actions += count
    })
    if (problems.length === 0) return
    giveUpAt = Math.min(giveUpAt, Date.now() + shrinkSeconds * 1000)
    smallest = { history, problems }
    throw new Error('failed')
  })
  await fc.check(holds, { numRuns: runs, seed, endOnFailure: shrinkSeconds === 0 })
  const drift = smallest ? [] : await findStockDrift(servers)
  return { seed, actions, failure: smallest || drift.length > 0 ? textOf(smallest ?? drift) : null }
}

const textOf = (found: unknown) => JSON.stringify(found, null, 1)

async function play(
  servers: Servers,
  history: History,
  onStep: (actions: number) => void,
): Promise<string[]> {
  const world = await openWorld(servers, history.policy)
  for (const [index, step] of history.steps.entries()) {
    onStep(step.length)
    const answers = isAlone(step)
      ? await oneByOne(step, (action) => act(world, action))
      : await Promise.all(step.map((action) => act(world, action)))
    const problems = [...answers.flat(), ...(await problemsNow(world))]
    if (problems.length > 0) return [`after step ${index + 1}`, ...problems]
  }
  return problemsAtTheEnd(world)
}

/**
 * A refund in the provider's dashboard that overtakes one of ours gives back more than there is, which
 * the product can only report; time passes for all.
 */
const isAlone = (step: History['steps'][number]) =>
  step.some((action) => action.do === 'refund at the provider' || action.do === 'let time pass')

async function oneByOne<T, R>(items: readonly T[], make: (item: T) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (const item of items) made.push(await make(item))
  return made
}
