import type { FastifyBaseLogger } from 'fastify'
import { createGate, type GateBounds } from '../http/gate.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'
import { type SlowWork, type Tasks, WorkerBusyError } from './slow-work.ts'
import { startThread } from './thread.ts'

export interface WorkerOptions {
  /** Called for each new thread, because the origin may have become known in the meantime. */
  start(): Omit<WorkerStart, 'buyersOperations'>
  /** The operations in this thread's lanes now. */
  operations(): number
  bounds: GateBounds
  log: FastifyBaseLogger
}

const SAMPLE_MS = 50

/**
 * Starts the worker thread, which is started again if it ends. No job is lost, because claimed rows
 * become due again; a request that waits for the thread gets 503.
 */
export async function startWorker(options: WorkerOptions): Promise<SlowWork> {
  const gate = createGate(options.bounds)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastId = 0

  function settle(message: FromWorker): void {
    if (message.kind === 'done') waiting.get(message.id)?.resolve(message.output)
    else if (message.kind === 'failed') {
      waiting.get(message.id)?.reject(new Error(message.reason))
    } else return
    waiting.delete(message.id)
  }

  // The worker reads it before each mail, so it is shared memory and not a message.
  const buyersOperations = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  // Between two batches few operations wait even in a rush, so a high number is forgotten slowly.
  const sampling = setInterval(() => {
    const before = Atomics.load(buyersOperations, 0)
    Atomics.store(buyersOperations, 0, Math.max(options.operations(), Math.floor(before * 0.8)))
  }, SAMPLE_MS)
  sampling.unref()

  const thread = await startThread<ToWorker, FromWorker>({
    program: new URL('../worker-main.ts', import.meta.url),
    name: 'the worker',
    workerData: () => ({ ...options.start(), buyersOperations }),
    onMessage: settle,
    onEnd() {
      for (const asked of waiting.values()) asked.reject(new WorkerBusyError('the worker ended'))
      waiting.clear()
    },
    log: options.log,
  })

  const ask = <K extends keyof Tasks>(name: K, input: Tasks[K]['input']) => {
    if (!thread.state().isUp) throw new WorkerBusyError('the worker is not up')
    lastId += 1
    const asked = Promise.withResolvers<unknown>()
    waiting.set(lastId, asked)
    thread.send({ kind: 'task', id: lastId, name, input })
    // The thread answers a task with the output of that task (tasks.ts).
    return asked.promise as Promise<Tasks[K]['output']>
  }

  return {
    run: async (name, input) => {
      const done = await gate(async () => ({ output: await ask(name, input) }))
      if (!done) throw new WorkerBusyError('too much waits for the worker')
      return done.output
    },
    kick: (tenantId) => thread.send({ kind: 'kick', tenantId }),
    setOrigin: (origin) => thread.send({ kind: 'origin', origin }),
    state: thread.state,
    kill: thread.kill,
    stop: () => {
      clearInterval(sampling)
      return thread.stop()
    },
  }
}
