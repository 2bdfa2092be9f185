import type { Database } from '@foyer/db'
import type pg from 'pg'

/** Runs statements in a transaction of a tenant and commits it. */
export async function inTenant<T>(
  db: Database,
  tenantId: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
    const value = await work(client)
    await client.query('commit')
    return value
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
