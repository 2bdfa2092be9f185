import type { Database } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import type { PaymentGateway } from '../adapters/payment-gateway.ts'
import type { MoneyContext } from '../context.ts'
import { createLanes, type Lanes } from '../engine/lanes/lanes.ts'
import { loadTenants } from '../tenants.ts'

/**
 * Lanes of a command; to be drained before the database closes. The row lock is the judge between
 * these and the servers' own, whose rollups find what changed.
 */
export const lanesOf = (db: Database, log: FastifyBaseLogger): Lanes =>
  createLanes(db, {
    onChange: () => {},
    onError: (error) => log.error({ err: error }, 'a batch was not committed'),
  })

/** What settling money needs, without a server around it. Drain its lanes before the database closes. */
export const moneyContextOf = async (
  db: Database,
  payments: PaymentGateway,
  log: FastifyBaseLogger,
): Promise<MoneyContext> => ({
  db,
  payments,
  log,
  tenants: await loadTenants(db),
  lanes: lanesOf(db, log),
  // What is queued is seen by the servers' jobs at their next turn.
  kickJobs: () => {},
})
