import pg from 'pg'
import { type Cell, MoveError, rowsOf } from './cell.ts'

/** Tables with a column tenant_id whose rows do not follow by replication, and why. */
export const NOT_REPLICATED: Readonly<Record<string, string>> = {
  tenants: 'the home cell has a row of each organizer; the switch copies it',
  tenant_domains: 'the home cell has them of each organizer; the switch copies them',
  tenant_cells: 'the directory itself',
  tenant_moves: 'the moves themselves',
  job_turns: 'the jobs of the other cell make turns of their own, which begin from the start',
}

/**
 * The tables whose rows follow an organizer, as the catalogue has them: each table with tenant_id that
 * {@link NOT_REPLICATED} does not name.
 *
 * @throws MoveError if one of them cannot be replicated: while it is published, PostgreSQL would refuse
 *   changes of its rows, those of other organizers too.
 */
export async function replicatedTables({ pool }: Pick<Cell, 'pool'>): Promise<string[]> {
  const tables = await rowsOf<{ name: string; fits: boolean }>(
    pool,
    `select c.relname as name, c.relpersistence = 'p' and c.relreplident = 'd' and exists (
       select from pg_index i where i.indrelid = c.oid and i.indisprimary and a.attnum = any(i.indkey)
     ) as fits
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relkind in ('r', 'p') and c.relnamespace = current_schema()::regnamespace
       and not a.attisdropped and c.relname <> all($1)
     order by c.relname`,
    [Object.keys(NOT_REPLICATED)],
  )
  const unfit = tables.find(({ fits }) => !fits)
  if (unfit) {
    throw new MoveError(
      `Table ${unfit.name} can't be replicated: it needs a primary key with tenant_id, and to be logged.`,
    )
  }
  return tables.map(({ name }) => name)
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)
