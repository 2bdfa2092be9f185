import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError, textOf } from './errors.ts'
import { hasEnded, stop } from './server.ts'

/**
 * The pauses before each new try, in milliseconds: sessions of the old server may take seconds to
 * end.
 */
const PAUSES_MS = [0, 500, 1000, 2000, 4000]
/** If the server ends more often than this within the window, another start does not help. */
const MOST_RESTARTS = 3
const WINDOW_MS = 600_000

export interface KeepRunningOptions {
  /** Starts the server and resolves once it answers. */
  start: () => Promise<ChildProcess>
  /** Receives a sentence for the log when the server has ended by itself, and when it is back. */
  onTrouble: (text: string) => void
  /** The server cannot be kept running, so the process cannot work any more. */
  onLost: (error: EmbeddedPostgresError) => void
}

/**
 * Starts the server, and starts it again whenever it ends by itself (for example, killed because
 * memory ran out). The returned function shuts it down for good.
 *
 * @throws what the first `start` throws.
 */
export async function keepRunning(options: KeepRunningOptions): Promise<() => Promise<void>> {
  const { start, onTrouble, onLost } = options
  const restartedAt: number[] = []
  let isStopping = false
  let restarting: Promise<void> = Promise.resolve()
  let server = await watch()

  async function watch(): Promise<ChildProcess> {
    const started = await start()
    // A server that ended just after its first answer has already emitted 'exit'.
    if (hasEnded(started)) setImmediate(restartAfter, started)
    else started.once('exit', () => restartAfter(started))
    return started
  }

  function restartAfter({ exitCode, signalCode }: ChildProcess): void {
    if (isStopping) return
    onTrouble(`The database has ended by itself (${signalCode ?? `code ${exitCode}`}).`)
    restarting = restart().catch((error: unknown) => {
      const text = `The database has ended and cannot be started again. ${textOf(error)}`
      onLost(new EmbeddedPostgresError(text, { cause: error }))
    })
  }

  async function restart(): Promise<void> {
    const now = performance.now()
    restartedAt.push(now)
    const lately = restartedAt.filter((at) => now - at < WINDOW_MS)
    if (lately.length > MOST_RESTARTS) {
      throw new Error(`It ended ${lately.length} times within ${WINDOW_MS / 60_000} minutes.`)
    }
    let failure: unknown
    for (const pauseMs of PAUSES_MS) {
      await delay(pauseMs, null, { ref: false })
      if (isStopping) return
      try {
        server = await watch()
        onTrouble('The database was started again.')
        return
      } catch (error) {
        failure = error
      }
    }
    throw failure
  }

  return async () => {
    isStopping = true
    await restarting
    await stop(server)
  }
}
