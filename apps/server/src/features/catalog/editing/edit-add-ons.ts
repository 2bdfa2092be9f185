import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { typographic } from '@foyer/domain'
import { newId } from '../../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../../engine/refusals.ts'
import { isEmpty, missingIn } from './rows.ts'

export interface AddOnDetails {
  name: string
  description?: string | null | undefined
  /** Position in the organizer's order, from 0. */
  position?: number | undefined
  /** Minor units in the event's currency; 0 is free. */
  priceMinor: number
  /** The most that one order may contain of it. */
  maxQuantity?: number | undefined
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
): Promise<Result<string, 'event_not_found'>> {
  if ((await missingIn(tx, 'events', [eventId])).length > 0) return EVENT_NOT_FOUND
  await tx
    .insertInto('add_ons')
    .values({
      tenant_id: tenantId,
      id,
      event_id: eventId,
      name: typographic(addOn.name),
      description: typographic(addOn.description ?? null),
      price_minor: addOn.priceMinor,
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
): Promise<Result<null, 'add_on_not_found'>> {
  if (isEmpty(change)) return granted(null)
  const changed = await tx
    .updateTable('add_ons')
    .set({
      name: typographic(change.name),
      description: typographic(change.description),
      price_minor: change.priceMinor,
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
