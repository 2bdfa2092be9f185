import fc from 'fast-check'
import { faultsOfAnswer } from './judge.ts'
import { growthPerRequest, memoryAfterCollection } from './memory.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'
import { send, type WireAnswer } from './send.ts'
import type { FuzzWorld } from './world.ts'

export interface FuzzOptions {
  port: number
  world: FuzzWorld
  requests: number
  seed: number
  /** Errors that the server has logged; cleared each time they are read. */
  errors: string[]
  /** How often the memory is measured during the run; 0 is never. */
  samples?: number
  /** For controls: simulates what each request leaves behind. */
  onRequest?(request: FuzzRequest): void
}

export interface FuzzReport {
  sent: number
  statuses: Readonly<Record<string, number>>
  /** The smallest failing request, with the seed that repeats it; null if none fails. */
  failure: string | null
  /** How many bytes each request adds to the memory; null if it was not measured. */
  growth: number | null
}

/**
 * Sends generated requests one after the other, checks each answer, and ends with the first fault.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { port, world, requests, seed, errors, samples = 0, onRequest } = options
  const statuses: Record<string, number> = {}
  const memory: number[] = []
  const between = samples > 0 ? Math.floor(requests / samples) : Number.POSITIVE_INFINITY
  let sent = 0

  async function check(request: FuzzRequest): Promise<void> {
    const answer = await send(port, request)
    sent += 1
    onRequest?.(request)
    const status = answer?.status ?? 'none'
    statuses[status] = (statuses[status] ?? 0) + 1
    const logged = errors.splice(0).map((line) => `logged: ${line.slice(0, 1000)}`)
    const faults = [...faultsOfAnswer(request, answer), ...logged]
    if (faults.length > 0) throw new Error([...faults, describe(answer)].join('\n'))
    if (sent % between === 0) memory.push(await memoryAfterCollection())
  }

  const outcome = await fc.check(fc.asyncProperty(anyRequest(world), check), {
    numRuns: requests,
    seed,
  })
  return {
    sent,
    statuses,
    failure: outcome.failed ? reportOf(outcome) : null,
    growth: memory.length > 3 ? growthPerRequest(memory, between) : null,
  }
}

/** Longer texts are cut, because repetitions hide what matters. */
const MOST_CHARACTERS = 300

function reportOf(outcome: fc.RunDetails<[FuzzRequest]>): string {
  const { seed, counterexamplePath, numShrinks, errorInstance, counterexample } = outcome
  const shorten = (_: string, value: unknown) =>
    typeof value === 'string' && value.length > MOST_CHARACTERS
      ? `${value.slice(0, MOST_CHARACTERS)}... (${value.length} characters)`
      : value
  return [
    `A request failed: seed ${seed}, path ${counterexamplePath}, shrunk ${numShrinks} times.`,
    JSON.stringify(counterexample?.[0], shorten, 2),
    errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
  ].join('\n')
}

const describe = (answer: WireAnswer | null) =>
  answer ? `answer: ${answer.status} ${answer.body.subarray(0, 500).toString()}` : 'no answer'
