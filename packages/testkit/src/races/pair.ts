import pg from 'pg'
import { Builder } from '../builder.ts'
import { startInProcess } from '../in-process.ts'
import type { World } from './race.ts'

export interface Pair extends World {
  close(): Promise<void>
}

/** Two servers in this process, on a migrated database of their own and with one provider. */
export async function openPair(database: { url: string; role: string | null }): Promise<Pair> {
  const pool = new pg.Pool({ connectionString: database.url, max: 4 })
  // Dropping the database cuts connections that are still being closed; that is no error.
  pool.on('error', () => {})
  const build = new Builder(pool)
  await build.tenant({ slug: 'main', isDefault: true })
  // All buyers of a race come from one address.
  const first = await startInProcess(database, { isOneAddressMany: true })
  const { payments } = first.foyer.context
  const second = await startInProcess(database, { isOneAddressMany: true, payments })
  return {
    servers: [first, second],
    cardServers: [first, second],
    build,
    sql: async (text, values) => (await pool.query(text, values)).rows,
    async close() {
      await second.close()
      await first.close()
      await pool.end()
    },
  }
}
