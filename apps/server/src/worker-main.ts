import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage } from './adapters/collect-garbage.ts'
import { createLog } from './adapters/log.ts'
import { composeWorker } from './compose-worker.ts'
import type { FromWorker, ToWorker, WorkerStart } from './worker/messages.ts'

/**
 * The worker thread: it runs jobs, and computes slow tasks for requests. It shares only the process
 * with the thread that answers requests, and talks to it by messages (worker/worker.ts).
 */

const ALIVE_EVERY_MS = 1000
/**
 * A lower priority than the thread that answers requests. Only Linux has priorities per thread;
 * elsewhere it is not changed.
 */
const PRIORITY = 10

const port = parentPort
if (!port) throw new Error('worker-main.ts is started by worker/worker.ts')
const start: WorkerStart = workerData
const say = (message: FromWorker) => port.postMessage(message)

if (process.platform === 'linux') setPriority(0, PRIORITY)
const log = createLog(start.env.logLevel).child({
  thread: 'worker',
  ...(start.home ? { cell: start.cell } : {}),
})
const worker = await composeWorker(start, log, (context) =>
  start.env.demo && !start.home
    ? [
        {
          name: 'top-up-demo',
          everySeconds: 3600,
          ignoresKicks: true,
          async run() {
            const { topUpDemo } = await import('./demo/seed-demo.ts')
            return topUpDemo(context.db, context.clock())
          },
        },
      ]
    : [],
)
const alive = setInterval(() => say({ kind: 'alive' }), ALIVE_EVERY_MS)

port.on('message', async (message: ToWorker) => {
  switch (message.kind) {
    case 'kick':
      worker.kick(message.tenantId)
      return
    case 'origin':
      worker.setOrigin(message.origin)
      return
    case 'task':
      try {
        // The message of a task carries the input of that task (worker/tasks.ts).
        const output = await worker.run(message.name, message.input as never)
        say({ kind: 'done', id: message.id, output })
      } catch (error) {
        log.error({ err: error, task: message.name }, 'the worker could not compute')
        say({ kind: 'failed', id: message.id, reason: String(error) })
      }
      return
    case 'stop':
      clearInterval(alive)
      await worker.close()
      port.close()
      return
  }
})
worker.start()
say({ kind: 'ready' })
collectGarbage()
