import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'

/** A thread that ended is started again after this time, and later each time it ends soon again. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A thread that ran this long counts as stable. */
const LASTED_MS = 60_000
/** A thread that is silent for this long is stuck, and is ended. */
const SILENT_MS = 60_000
const CHECK_MS = 5000
/**
 * Room for young objects. By itself a thread takes 64 MB for them while it starts, and keeps it until it has
 * something to do. A smaller one is collected more often, which delays only slow work.
 */
const YOUNG_MEGABYTES = 24
/** How long a stop waits. Work that is still under way is done again by the next process. */
const STOP_MS = 15_000

/** A thread reports `ready` once and `alive` every second, and ends after it got `stop`. */
interface Message {
  kind: string
}

export interface ThreadOptions<From extends Message> {
  program: URL
  /** For the log: 'the worker'. */
  name: string
  /** The thread's `workerData`, read anew for each thread. */
  workerData(): unknown
  onMessage?(message: From): void
  /** Called when a thread has ended, before it is started again. */
  onEnd?(): void
  log: FastifyBaseLogger
}

/** A thread that is started again each time it ends. */
export interface Thread<To extends Message> {
  /** Has no effect while the thread is down. */
  send(message: To): void
  state(): ThreadState
  /** Ends the thread at once, as a crash would; then it is started again. For tests and chaos. */
  kill(): Promise<void>
  stop(): Promise<void>
}

interface ThreadState {
  isUp: boolean
  restarts: number
}

/**
 * Starts a thread, and starts it again if it crashes or hangs. Resolves when the first thread is
 * ready; rejects if that one ends before.
 */
export async function startThread<To extends Message, From extends Message>(
  options: ThreadOptions<From>,
): Promise<Thread<To | { kind: 'stop' }>> {
  const { log, name } = options
  const firstReady = Promise.withResolvers<void>()
  let thread: Worker | null = null
  let isUp = false
  let restarts = 0
  let pauseMs = PAUSE_MS
  let heardAt = performance.now()
  let restartTimer: NodeJS.Timeout | null = null
  let ended = Promise.withResolvers<void>()
  let isStopping = false

  const send = (message: To | { kind: 'stop' }) => {
    if (isUp) thread?.postMessage(message)
  }

  function begin(): void {
    const startedAt = performance.now()
    heardAt = startedAt
    ended = Promise.withResolvers<void>()
    const made = new Worker(options.program, {
      workerData: options.workerData(),
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    })
    thread = made
    made.on('message', (message: From) => {
      heardAt = performance.now()
      options.onMessage?.(message)
      if (message.kind !== 'ready') return
      isUp = true
      firstReady.resolve()
    })
    made.on('error', (error) => log.error({ err: error }, `${name} crashed`))
    made.on('exit', (code) => {
      thread = null
      isUp = false
      options.onEnd?.()
      ended.resolve()
      if (isStopping) return
      firstReady.reject(new Error(`Could not start ${name} (${code}); the log says why.`))
      pauseMs = performance.now() - startedAt > LASTED_MS ? PAUSE_MS : pauseMs
      log.error({ code, pauseMs }, `${name} ended, it is started again after a pause`)
      restartTimer = setTimeout(() => {
        restarts += 1
        begin()
      }, pauseMs)
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    })
  }

  const check = setInterval(() => {
    if (!thread || performance.now() - heardAt < SILENT_MS) return
    log.error(`${name} is stuck, it is ended`)
    void thread.terminate()
  }, CHECK_MS)
  check.unref()

  async function stop(): Promise<void> {
    isStopping = true
    clearInterval(check)
    if (restartTimer) clearTimeout(restartTimer)
    if (!thread) return
    send({ kind: 'stop' })
    const giveUp = setTimeout(() => {
      log.warn(`${name} did not end in time`)
      void thread?.terminate()
    }, STOP_MS)
    await ended.promise
    clearTimeout(giveUp)
  }

  begin()
  await firstReady.promise.catch(async (error: unknown) => {
    await stop()
    throw error
  })
  return {
    send,
    state: () => ({ isUp, restarts }),
    kill: async () => void (await thread?.terminate()),
    stop,
  }
}
