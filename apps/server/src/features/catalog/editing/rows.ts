import { type Refused, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Which of these ids the tenant has no row for in a table of the catalog. */
export async function missingIn(
  tx: TenantTx,
  table: 'venues' | 'events' | 'fee_sets',
  ids: readonly (string | null | undefined)[],
): Promise<string[]> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${wanted}::uuid[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return wanted.filter((id) => !known.has(id))
}

/** Refuses a field that no row may have, in the words of the other checks of input. */
export const invalidField = (field: string, message: string): Refused<'validation_failed'> =>
  refused('validation_failed', `${field}: ${message}`, { fields: [{ field, message }] })

export const VENUE_NOT_FOUND = refused('venue_not_found', 'This venue does not exist.')

export const FEE_SET_NOT_FOUND = refused('fee_set_not_found', 'This fee set does not exist.')

/** Whether a change names anything: an update of no column is no statement. */
export const isEmpty = (change: object): boolean =>
  Object.values(change).every((value) => value === undefined)
