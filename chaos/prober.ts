import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { FoyerProcess } from './foyer-process.ts'
import type { Problems } from './journal.ts'

const EVERY_MS = 100
export const ANSWER_WITHIN_MS = 1000

/** One health check; `failure` is set if there was no answer or its status was not 200. */
export interface Probed {
  ms: number
  failure: string | null
}

/** Checks the health of every running server ten times a second, until stopped. */
export function startProbing(
  servers: readonly FoyerProcess[],
  onAnswer: (probed: Probed) => void,
): () => Promise<void> {
  let isOver = false
  // The delay of this process itself, which is not the server's fault.
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const ownDelayMs = () => delays.max / 1e6
  async function probe(server: FoyerProcess): Promise<void> {
    while (!isOver) {
      await delay(EVERY_MS)
      const life = server.starts
      if (!server.isUp) continue
      delays.reset()
      const probed = await askHealth(server.url, ownDelayMs)
      // A server that was killed in the meantime owes no answer.
      const isSameLife = server.isUp && server.starts === life
      if (isSameLife && !isOver) onAnswer(probed)
    }
  }
  const probes = Promise.all(servers.map(probe))
  return async () => {
    isOver = true
    await probes
    delays.disable()
  }
}

/** Does the same and reports a problem for each answer that is late, missing or not 200. */
export const startProber = (
  servers: readonly FoyerProcess[],
  problems: Problems,
): (() => Promise<void>) =>
  startProbing(servers, ({ ms, failure }) => {
    const trouble = failure ?? (ms > ANSWER_WITHIN_MS ? `took ${ms} ms` : null)
    if (trouble) problems.add('unanswered', `/healthz: ${trouble}`)
  })

/** `ms` without the delay of the probing process itself. */
async function askHealth(url: string, ownDelayMs: () => number): Promise<Probed> {
  const startedAt = performance.now()
  const passedMs = () => Math.max(0, Math.round(performance.now() - startedAt - ownDelayMs()))
  try {
    const { status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) })
    return { ms: passedMs(), failure: status === 200 ? null : `answered ${status}` }
  } catch (error) {
    return { ms: passedMs(), failure: String(error) }
  }
}
