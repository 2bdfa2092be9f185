import { pendingMigrations } from '@foyer/db'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/**
 * /healthz: the process lives. /readyz: it can do its work, so a balancer may send it requests.
 * Neither belongs to a tenant, and who may call is anyone.
 */
export function healthRoutes(app: FastifyInstance, context: Context): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (request, reply) => {
    const checks = { database: false, migrations: false, lanes: context.lanes.isAccepting() }
    try {
      checks.migrations = (await pendingMigrations(context.db.pool)).length === 0
      checks.database = true
    } catch (error) {
      request.log.warn({ err: error }, 'not ready: the database does not answer')
    }
    const isReady = Object.values(checks).every(Boolean)
    return reply
      .header('cache-control', 'no-store')
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ready' : 'not ready', checks })
  })
}
