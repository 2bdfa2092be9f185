import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { createGate, type GateBounds } from '../http/gate.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { type SlowWork, type TaskName, type Tasks, WorkerBusyError } from './slow-work.ts'

/** A thread that ended is started again after so long, and longer each time it does not last. */
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** One that lived for so long was well. */
const LASTED_MS = 60_000
/** One that does not report for so long is stuck, and is ended. */
const SILENT_MS = 60_000
const CHECK_MS = 5000
/** After this a stop no longer waits: what is under way is done again by the next process. */
const STOP_MS = 15_000

const PROGRAM = new URL('../worker-main.ts', import.meta.url)

export interface WorkerOptions {
  /** Read anew for each thread: the origin may have become known meanwhile. */
  start(): WorkerStart
  bounds: GateBounds
  log: FastifyBaseLogger
}

/**
 * Starts the worker thread and watches over it: one that crashes or hangs is started again. Jobs lose
 * nothing by that, because each row that was claimed is due again; a request that waited for it gets
 * 503. Resolves when the first thread is ready.
 */
export async function startWorker(options: WorkerOptions): Promise<SlowWork> {
  const { log } = options
  const gate = createGate(options.bounds)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const firstReady = Promise.withResolvers<void>()
  let thread: Worker | null = null
  let isUp = false
  let restarts = 0
  let pauseMs = PAUSE_MS
  let lastId = 0
  let heardAt = performance.now()
  let startedAt = 0
  let restartTimer: NodeJS.Timeout | null = null
  let ended = Promise.withResolvers<void>()
  let isStopping = false

  const send = (message: ToWorker) => {
    if (isUp) thread?.postMessage(message)
  }

  function hear(message: FromWorker): void {
    heardAt = performance.now()
    switch (message.kind) {
      case 'ready':
        isUp = true
        firstReady.resolve()
        return
      case 'alive':
        return
      case 'done':
        waiting.get(message.id)?.resolve(message.output)
        break
      case 'failed':
        waiting.get(message.id)?.reject(new Error(message.reason))
        break
    }
    waiting.delete(message.id)
  }

  function begin(): void {
    startedAt = performance.now()
    heardAt = startedAt
    ended = Promise.withResolvers<void>()
    const made = new Worker(PROGRAM, { workerData: options.start() })
    thread = made
    made.on('message', hear)
    made.on('error', (error) => log.error({ err: error }, 'the worker crashed'))
    made.on('exit', (code) => {
      thread = null
      isUp = false
      for (const asked of waiting.values()) asked.reject(new WorkerBusyError('the worker ended'))
      waiting.clear()
      ended.resolve()
      if (isStopping) return
      firstReady.reject(new Error(`The worker could not start (${code}); the log says why.`))
      pauseMs = performance.now() - startedAt > LASTED_MS ? PAUSE_MS : pauseMs
      log.error({ code, pauseMs }, 'the worker ended, it is started again after a pause')
      restartTimer = setTimeout(() => {
        restarts += 1
        begin()
      }, pauseMs)
      pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
    })
  }

  const check = setInterval(() => {
    if (!thread || performance.now() - heardAt < SILENT_MS) return
    log.error('the worker is stuck, it is ended')
    void thread.terminate()
  }, CHECK_MS)
  check.unref()

  const ask = <K extends TaskName>(name: K, input: Tasks[K]['input']) => {
    if (!isUp) throw new WorkerBusyError('the worker is not up')
    lastId += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    send({ kind: 'task', id: lastId, name, input })
    // The thread answers a task with that task's output (tasks.ts).
    return asked.promise as Promise<Tasks[K]['output']>
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearInterval(check)
    if (restartTimer) clearTimeout(restartTimer)
    if (!thread) return
    send({ kind: 'stop' })
    const giveUp = setTimeout(() => {
      log.warn('the worker did not end in time')
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
    run: async (name, input) => {
      const done = await gate(async () => ({ output: await ask(name, input) }))
      if (!done) throw new WorkerBusyError('too much waits for the worker')
      return done.output
    },
    kick: (tenantId) => send({ kind: 'kick', tenantId }),
    setOrigin: (origin) => send({ kind: 'origin', origin }),
    state: () => ({ isUp, restarts }),
    kill: async () => void (await thread?.terminate()),
    stop,
  }
}
