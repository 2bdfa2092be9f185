import type { Database } from '@foyer/db'
import type { FastifyBaseLogger } from 'fastify'
import type { PaymentGateway } from '../adapters/payment-gateway.ts'
import type { MoneyContext } from '../context.ts'
import { createLanes, type Lanes } from '../engine/lanes/lanes.ts'
import { loadTenantRegistry } from '../tenant-registry.ts'

/**
 * Makes the lanes of a command; drain them before the database closes. Row locks put their batches
 * and those of the servers in order; the servers' rollups find the changes.
 */
export const lanesOf = (db: Database, log: FastifyBaseLogger): Lanes =>
  createLanes(db, {
    onChange: () => {},
    onError: (error) => log.error({ err: error }, 'a batch was not committed'),
  })

/**
 * Makes the part of the context that settling money needs, without a server. Drain its lanes before
 * the database closes.
 */
export const moneyContextOf = async (
  db: Database,
  payments: PaymentGateway,
  log: FastifyBaseLogger,
): Promise<MoneyContext> => ({
  db,
  payments,
  log,
  tenants: await loadTenantRegistry(db),
  lanes: lanesOf(db, log),
  // The servers' jobs find queued work at their next turn.
  kickJobs: () => {},
})
