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

/**
 * Locks the stock of everything that an event sells, in the order of the lanes: no hold is granted before
 * this transaction ends, and its next statements see what was granted. The lock of the event's row keeps
 * new sessions out as well, whose counters take after their types. It is not one that a reference to the
 * event waits for: a lane that has locked stock inserts uses of coupons, and would wait for this transaction,
 * which waits for its stock.
 */
export async function lockStockOf(tx: TenantTx, eventId: string): Promise<{ taken: number }[]> {
  await sql`select from events where id = ${eventId} for no key update`.execute(tx)
  const { rows } = await sql<{ taken: number }>`
    select k.held + k.sold as taken from stock k
    where k.session_id = any(array(
      select id from sessions where event_id = ${eventId}
      union all select id from add_ons where event_id = ${eventId}))
    order by k.session_id, k.pool_id for update`.execute(tx)
  return rows
}

export const VENUE_NOT_FOUND = refused('venue_not_found', 'This venue does not exist.')

/**
 * Refuses an archived fee set for something that does not have it yet. The lock keeps others from
 * archiving it until the end of the transaction.
 */
export async function refuseArchivedFeeSet(
  tx: TenantTx,
  before: string | null,
  after: string | null,
): Promise<Refused<'fee_set_not_found'> | null> {
  if (after === null || after === before) return null
  const { rows } = await sql<{ is_active: boolean }>`
    select is_active from fee_sets where id = ${after} for key share`.execute(tx)
  return rows[0]?.is_active === false ? FEE_SET_ARCHIVED : null
}

/** The same for a tax rate. */
export async function refuseArchivedTaxRate(
  tx: TenantTx,
  before: string | null,
  after: string | null,
): Promise<Refused<'tax_rate_not_found'> | null> {
  if (after === null || after === before) return null
  const { rows } = await sql<{ is_archived: boolean }>`
    select is_archived from tax_rates where id = ${after} for key share`.execute(tx)
  return rows[0]?.is_archived ? TAX_RATE_ARCHIVED : null
}

interface ChargeIds {
  feeSetId: string | null
  taxRateId: string | null
}

/** The same for both of a ticket type or an add-on; null before: something new. */
export const refuseArchived = async (
  tx: TenantTx,
  before: ChargeIds | null,
  { feeSetId, taxRateId }: ChargeIds,
): Promise<Refused<'fee_set_not_found' | 'tax_rate_not_found'> | null> =>
  (await refuseArchivedFeeSet(tx, before?.feeSetId ?? null, feeSetId)) ??
  (await refuseArchivedTaxRate(tx, before?.taxRateId ?? null, taxRateId))

const FEE_SET_ARCHIVED = refused(
  'fee_set_not_found',
  'This fee set is archived. Choose another one, or restore it first.',
)

const TAX_RATE_ARCHIVED = refused(
  'tax_rate_not_found',
  'This tax rate is archived. Choose another one, or restore it first.',
)

export const FEE_SET_NOT_FOUND = refused('fee_set_not_found', 'This fee set does not exist.')

export const TAX_RATE_NOT_FOUND = refused('tax_rate_not_found', 'This tax rate does not exist.')

/** Whether a change names no field; an update without columns is not valid SQL. */
export const isEmpty = (change: object): boolean =>
  Object.values(change).every((value) => value === undefined)
