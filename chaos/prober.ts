import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import type { Cluster, Node } from './cluster.ts'
import type { Problems } from './journal.ts'

const EVERY_MS = 100
const ANSWER_WITHIN_MS = 1000

/** Asks every server that is up for its health, ten times a second, until told to stop. */
export function startProber(cluster: Cluster, problems: Problems): () => Promise<void> {
  let isOver = false
  // How late this process itself is, which is not the server's doing.
  const delays = monitorEventLoopDelay({ resolution: 20 })
  delays.enable()
  const ownDelayMs = () => delays.max / 1e6
  async function probe({ server }: Node): Promise<void> {
    while (!isOver) {
      await delay(EVERY_MS)
      const life = server.starts
      if (!server.isUp) continue
      delays.reset()
      const trouble = await askHealth(server.url, ownDelayMs)
      // One that was killed in the meantime owes no answer.
      const isSameLife = server.isUp && server.starts === life
      if (trouble && isSameLife && !isOver) problems.add('unanswered', `/healthz: ${trouble}`)
    }
  }
  const probes = Promise.all(cluster.nodes.map(probe))
  return async () => {
    isOver = true
    await probes
    delays.disable()
  }
}

async function askHealth(url: string, ownDelayMs: () => number): Promise<string | null> {
  const startedAt = performance.now()
  try {
    const { status } = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(5000) })
    const milliseconds = Math.round(performance.now() - startedAt)
    if (status !== 200) return `answered ${status}`
    const isSlow = milliseconds - ownDelayMs() > ANSWER_WITHIN_MS
    return isSlow ? `took ${milliseconds} ms` : null
  } catch (error) {
    return String(error)
  }
}
