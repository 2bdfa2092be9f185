import { replicatedTables } from '@foyer/server/move'
import type pg from 'pg'

/** How many rows a cell has of an organizer, in all tables that follow it in a move. */
export async function rowsIn(pool: pg.Pool, tenantId: number): Promise<number> {
  const counts = (await replicatedTables({ pool })).map(
    (table) => `select count(*) from "${table}" where tenant_id = $1`,
  )
  const { rows } = await pool.query<{ sum: number }>(
    `select sum(count)::integer as sum from (${counts.join(' union all ')}) as counts`,
    [tenantId],
  )
  return rows[0]?.sum ?? 0
}

/** What a move makes in a cell and has to take away again. */
export async function leftoversIn(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select 'publication ' || pubname as name from pg_publication
     union all select 'slot ' || slot_name from pg_replication_slots where database = current_database()
     union all select 'subscription ' || subname from pg_subscription s
       join pg_database d on d.oid = s.subdbid and d.datname = current_database()`,
  )
  return rows.map(({ name }) => name)
}
