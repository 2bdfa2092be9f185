import { CONNECTIONS_OF_THREADS, openDatabase } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import { systemClock } from './adapters/clock.ts'
import { isEmulated } from './adapters/emulated-provider.ts'
import { createPaymentGateway } from './adapters/payment-gateway.ts'
import { createCells } from './cells/cells.ts'
import { composeContext } from './compose-context.ts'
import type { Context } from './context.ts'
import { createJobs, type Job } from './jobs/jobs.ts'
import { createWork } from './jobs/work.ts'
import type { WorkerStart } from './worker/messages.ts'

/** What a worker thread of another cell may open at home. It rarely needs any. */
const CONNECTIONS_TO_HOME = { maxConnections: 1, laneConnections: 1, longWorkConnections: 1 }

/** Makes the worker thread's parts; `worker-main.ts` connects them to its messages. */
export async function composeWorker(
  start: WorkerStart,
  log: FastifyBaseLogger,
  extraJobs: (context: Context) => Job[],
) {
  const { env, stripe } = start
  let { origin } = start
  const home = start.home && openDatabase({ ...start.home, ...CONNECTIONS_TO_HOME })
  const { context, reloadSettings, close } = await composeContext({
    env,
    cell: { name: start.cell, cells: createCells(), home },
    databaseUrl: start.databaseUrl,
    databaseRole: start.databaseRole,
    connections: CONNECTIONS_OF_THREADS.worker,
    log,
    clock: systemClock,
    bounds: start.bounds,
    payments: createPaymentGateway(stripe),
    stripe,
    isEmulated: isEmulated(env),
    isWorker: true,
    buyersOperations: () => Atomics.load(start.buyersOperations, 0),
    origin: () => origin,
    kick: (tenantId) => work?.kick(tenantId),
  })
  const work = start.runsJobs ? createWork(context, env.keptYears, extraJobs(context)) : null
  const ownJobs = createJobs([reloadSettings], log)
  return {
    run: context.runTask,
    kick: (tenantId: number | null) => work?.kick(tenantId),
    setOrigin(current: string) {
      origin = current
    },
    start() {
      ownJobs.start()
      work?.start()
    },
    async close() {
      await Promise.all([ownJobs.stop(), work?.stop()])
      await context.lanes.drain()
      await close()
      await home?.close()
    },
  }
}
