import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { FEE_SET_NOT_FOUND, isEmpty, missingIn, TAX_RATE_NOT_FOUND } from './rows.ts'

export interface AddOnDetails {
  name: string
  description?: string | null | undefined
  /** Position in the organizer's order, from 0. */
  position?: number | undefined
  /** Minor units in the event's currency; 0 is free. */
  priceMinor: number
  /** The most that one order may contain of it. */
  maxQuantity?: number | undefined
  /** Its fee set; none if null, since that of the event is for tickets. */
  feeSetId?: string | null | undefined
  /** Its tax rate; the default one if null. */
  taxRateId?: string | null | undefined
  /** An archived add-on is no longer sold; what a cart holds of it can still be paid. */
  isArchived?: boolean | undefined
}

/**
 * Creates an add-on of an event and returns its id. With a capacity it has a stock of its own,
 * which all sessions of the event share; null is without limit. A call with the id of an existing
 * add-on changes nothing.
 */
export async function createAddOn(
  tx: TenantTx,
  tenantId: number,
  {
    id = newId(),
    eventId,
    capacity,
    ...addOn
  }: AddOnDetails & { id?: string; eventId: string; capacity: number | null },
): Promise<Result<string, 'event_not_found' | 'fee_set_not_found' | 'tax_rate_not_found'>> {
  if ((await missingIn(tx, 'events', [eventId])).length > 0) return EVENT_NOT_FOUND
  if ((await missingIn(tx, 'fee_sets', [addOn.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  if ((await missingIn(tx, 'tax_rates', [addOn.taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  await tx
    .insertInto('add_ons')
    .values({
      tenant_id: tenantId,
      id,
      event_id: eventId,
      name: typographic(addOn.name),
      description: typographic(addOn.description ?? null),
      price_minor: addOn.priceMinor,
      fee_set_id: addOn.feeSetId ?? null,
      tax_rate_id: addOn.taxRateId ?? null,
      ...columnsOf(addOn),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (capacity === null) return granted(id)
  await tx
    .insertInto('stock')
    .values({ tenant_id: tenantId, session_id: id, pool_id: id, add_on_id: id, capacity })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return granted(id)
}

/** Changes the fields that are given. What is held or sold keeps its price. */
export async function changeAddOn(
  tx: TenantTx,
  addOnId: string,
  change: Partial<AddOnDetails>,
): Promise<Result<null, 'add_on_not_found' | 'fee_set_not_found' | 'tax_rate_not_found'>> {
  if (isEmpty(change)) return granted(null)
  if ((await missingIn(tx, 'fee_sets', [change.feeSetId])).length > 0) return FEE_SET_NOT_FOUND
  if ((await missingIn(tx, 'tax_rates', [change.taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  const changed = await tx
    .updateTable('add_ons')
    .set({
      name: typographic(change.name),
      description: typographic(change.description),
      price_minor: change.priceMinor,
      fee_set_id: change.feeSetId,
      tax_rate_id: change.taxRateId,
      ...columnsOf(change),
    })
    .where('id', '=', addOnId)
    .returning('id')
    .executeTakeFirst()
  return changed ? granted(null) : refused('add_on_not_found', 'This add-on does not exist.')
}

const columnsOf = ({ position, maxQuantity, isArchived }: Partial<AddOnDetails>) => ({
  position,
  max_quantity: maxQuantity,
  is_archived: isArchived,
})
