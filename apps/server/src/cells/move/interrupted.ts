import type { Database } from '@foyer/db'
import { sql } from 'kysely'

/** An arbitrary constant; with the organizer's id it is the lock of the command that moves it. */
export const MOVE_LOCK = 4_021_975

export interface InterruptedMove {
  id: string
  slug: string
  to: string
}

/**
 * The moves in the registry of the home cell that were begun and have not ended, although no command runs
 * that ends them. An organizer whose command was killed in the pause answers 503 until somebody runs it
 * again.
 */
export async function interruptedMoves(home: Database['registry']): Promise<InterruptedMove[]> {
  const { rows } = await sql<InterruptedMove>`
    select m.id, t.slug, m.to_cell as "to"
    from tenant_moves m join tenants t using (tenant_id)
    where m.ended_at is null and not exists (
      select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and classid = ${MOVE_LOCK}::integer and objid = m.tenant_id
        and objsubid = 2 and granted)
    order by m.began_at
    /* named: interrupted_moves */`.execute(home)
  return rows
}
