import type { Database } from '@foyer/db'
import type pg from 'pg'

/** Any statements in a transaction of a tenant, committed. */
export const inTenant = <T>(
  db: Database,
  tenantId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  db.withLane(tenantId, async (client) => ({
    value: await work(client),
    writes: [Promise.resolve()],
  }))
