import type pg from 'pg'
import { type Cell, rowsOf } from './cell.ts'

/** Rows of tenant_cells: in the home cell the directory, in every cell the fence of who is elsewhere. */

/** From its commit on, every transaction that begins for these organizers is refused in `cell`. */
export async function fence({ pool }: Cell, ids: readonly number[], isIn: string): Promise<void> {
  await pool.query(
    `insert into tenant_cells (tenant_id, cell) select unnest($1::integer[]), $2
     on conflict (tenant_id) do update set cell = excluded.cell, changed_at = excluded.changed_at
       where tenant_cells.cell <> excluded.cell`,
    [ids, isIn],
  )
}

export async function unfence(on: pg.Pool | pg.ClientBase, ids: readonly number[]): Promise<void> {
  await on.query('delete from tenant_cells where tenant_id = any($1)', [ids])
}

/**
 * Those of the organizers that are refused there. Waits for a transaction that is about to change that.
 */
export async function fencedOf(
  on: pg.Pool | pg.ClientBase,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await rowsOf<{ tenant_id: number }>(
    on,
    'select tenant_id from tenant_cells where tenant_id = any($1) for update',
    [ids],
  )
  return rows.map((row) => row.tenant_id)
}

/** For how many milliseconds `cell` has refused work on the organizer; null if it does not. */
export async function fencedMs({ pool }: Cell, id: number): Promise<number | null> {
  const [row] = await rowsOf<{ ms: number }>(
    pool,
    `select (extract(epoch from clock_timestamp() - changed_at) * 1000)::integer as ms
     from tenant_cells where tenant_id = $1`,
    [id],
  )
  return row?.ms ?? null
}
