import { type Refused, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Returns the ids for which the tenant has no row in a table of the catalog. */
export async function missingIn(
  tx: TenantTx,
  table: 'venues' | 'events' | 'fee_sets' | 'tax_rates',
  ids: readonly (string | null | undefined)[],
): Promise<string[]> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id = any(${wanted}::uuid[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return wanted.filter((id) => !known.has(id))
}

/**
 * Locks an event, so that two changes of what belongs to it wait for each other. Returns false if the
 * tenant has no such event.
 */
export async function lockEvent(tx: TenantTx, eventId: string): Promise<boolean> {
  const event = await tx
    .selectFrom('events')
    .select('id')
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return event !== undefined
}

/** Refuses a field with a value that no row may have, worded like the other checks of input. */
export const invalidField = (field: string, message: string): Refused<'validation_failed'> =>
  refused('validation_failed', `${field}: ${message}`, { fields: [{ field, message }] })

export const VENUE_NOT_FOUND = refused('venue_not_found', 'This venue does not exist.')

export const FEE_SET_NOT_FOUND = refused('fee_set_not_found', 'This fee set does not exist.')

export const TAX_RATE_NOT_FOUND = refused('tax_rate_not_found', 'This tax rate does not exist.')

/** Whether a change names no field; an update without columns is not valid SQL. */
export const isEmpty = (change: object): boolean =>
  Object.values(change).every((value) => value === undefined)
