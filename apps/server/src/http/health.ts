import { setTimeout as delay } from 'node:timers/promises'
import { pendingMigrations } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import type { SlowWork } from '../worker/slow-work.ts'

/** A balancer asks every few seconds and shall not wait for a busy pool. */
const PATIENCE_MS = 1000
/**
 * /healthz: the process lives. /readyz: it can do its work, so a balancer may send it requests.
 * Neither belongs to a tenant, and who may call is anyone.
 */
export function healthRoutes(
  app: FastifyInstance,
  context: Context,
  worker: Pick<SlowWork, 'state'> | null,
): void {
  const look = lookAtDatabase(context)
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const checks = { ...(await look()), lanes: context.lanes.isAccepting() }
    const isReady = Object.values(checks).every(Boolean)
    // Without its worker the process still sells: mails and files follow once it is back.
    const isWorkerUp = worker?.state().isUp ?? true
    const well = isWorkerUp ? 'ready' : 'degraded'
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? well : 'not ready', checks: { ...checks, worker: isWorkerUp } })
  })
}

/**
 * One question at a time is under way, however many ask. Every process of a house has the same
 * database: were all to leave the balancer for each of its hiccups, nobody would be left. So a process
 * is taken out of service only once the database was away, or could not be written, for
 * `bounds.databaseGraceMs`.
 */
function lookAtDatabase(context: Context) {
  let asking: Promise<void> | null = null
  let answeredAt = Number.NEGATIVE_INFINITY
  let writableAt = Number.NEGATIVE_INFINITY
  let isCurrent = false

  async function ask(): Promise<void> {
    try {
      // A migration that has run is not taken back.
      isCurrent ||= (await pendingMigrations(context.db.pool)).length === 0
      const isWritable = await context.db.isWritable()
      answeredAt = performance.now()
      if (isWritable) writableAt = answeredAt
      else context.log.warn('the database cannot be written')
    } catch (error) {
      context.log.warn({ err: error }, 'the database does not answer')
    } finally {
      asking = null
    }
  }

  return async () => {
    asking ??= ask()
    await Promise.race([asking, delay(PATIENCE_MS, null, { ref: false })])
    const isFresh = (at: number) => performance.now() - at <= context.bounds.databaseGraceMs
    return { database: isFresh(answeredAt), writable: isFresh(writableAt), migrations: isCurrent }
  }
}
