import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Cell, connectTo, rowsOf } from './cell.ts'
import { quoted } from './tenant-tables.ts'

/** Rows deleted in one transaction: few enough that it holds nobody up. */
const CHUNK = 5000

/**
 * Deletes rows of tenants, also of tables that only ever grow. A table of many rows takes many
 * transactions, with a rest after each as long as it took, so that others sell at their speed.
 */
export async function deleteRows(
  cell: Cell,
  tables: readonly string[],
  ids: readonly number[],
): Promise<void> {
  const client = await connectTo(cell)
  try {
    // Neither triggers nor foreign keys: what they look after is deleted as well.
    await client.query('set session_replication_role = replica')
    for (const table of tables) {
      const name = quoted(table)
      for (;;) {
        const startedAt = performance.now()
        const { rowCount } = await client.query(
          `delete from ${name} where ctid = any(array(
             select ctid from ${name} where tenant_id = any($1) limit ${CHUNK}))`,
          [ids],
        )
        if ((rowCount ?? 0) < CHUNK) break
        await delay(performance.now() - startedAt)
      }
    }
  } finally {
    await client.end()
  }
}

/** Returns rows of `table` as text, from which {@link insertRows} makes them in another cell. */
export async function readRows(
  on: pg.Pool | pg.ClientBase,
  table: string,
  condition: string,
  values: unknown[],
): Promise<string> {
  const [rows] = await rowsOf<{ json: string }>(
    on,
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as json from ${quoted(table)} t where ${condition}`,
    values,
  )
  return rows?.json ?? '[]'
}

/** Inserts what {@link readRows} returned; `onConflict` follows the statement. */
export async function insertRows(
  on: pg.Pool | pg.ClientBase,
  table: string,
  rows: string,
  onConflict = '',
): Promise<void> {
  await on.query(
    `insert into ${quoted(table)} select * from jsonb_populate_recordset(null::${quoted(table)}, $1::jsonb) ${onConflict}`,
    [rows],
  )
}
