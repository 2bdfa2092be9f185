import type pg from 'pg'
import { inTransaction, rowsOf } from './cell.ts'
import { unfence } from './directory.ts'
import type { Move } from './move.ts'
import { insertRows, readRows } from './rows.ts'
import { quoted } from './tenant-tables.ts'

/**
 * Makes the target the organizer's cell, in one transaction there: what replication does not bring, and
 * the end of the target's refusal. From its commit on the target answers, and the source never does.
 * `checkTime` is called right before the commit, and may throw.
 */
export async function takeOver(move: Move, checkTime: () => void): Promise<void> {
  const { from, to, ids } = move
  const list = ids.join(', ')
  const [tenants, domains, sequences] = await Promise.all([
    readRows(from.pool, 'tenants', 'tenant_id = any($1)', [ids]),
    readRows(from.pool, 'tenant_domains', 'tenant_id = any($1)', [ids]),
    rowsOf<Sequence>(
      from.pool,
      `select sequencename as name, last_value as value from pg_sequences
       where schemaname = current_schema() and last_value is not null`,
    ),
  ])
  await inTransaction(to, async (client) => {
    // Nobody else ends the refusal meanwhile. The rows that name the tenant need no look at their foreign
    // keys while its own row is replaced.
    await client.query(
      `set local session_replication_role = replica;
       select from tenant_cells where tenant_id in (${list}) for update;
       delete from tenants where tenant_id in (${list})`,
    )
    await insertRows(client, 'tenants', tenants)
    await insertRows(client, 'tenant_domains', domains, 'on conflict do nothing')
    await advance(client, sequences)
    await unfence(client, ids)
    checkTime()
  })
}

interface Sequence {
  name: string
  value: string
}

/** Numbers that follow have to be above those of the rows that were copied, and of the cell's own. */
const advance = (client: pg.ClientBase, sequences: readonly Sequence[]) =>
  client.query(
    `select setval(s.name::regclass, s.value) from unnest($1::text[], $2::bigint[]) as s(name, value)
     where s.value > coalesce(pg_sequence_last_value(s.name::regclass), 0)`,
    [sequences.map(({ name }) => quoted(name)), sequences.map(({ value }) => value)],
  )
