import { granted, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { newId } from '../../../adapters/ids.ts'
import { FEE_SET_NOT_FOUND } from './rows.ts'

/**
 * A fee on a price: minor units per ticket, or parts per million of the price (12.5 % = 125,000).
 */
export type Fee = { flatMinor: number } | { ratePpm: number }

export interface FeeSetDetails {
  name: string
  fee: Fee
  /** An inactive fee set adds nothing. */
  isActive?: boolean | undefined
}

/**
 * Creates a fee set and returns its id. A call with the id of an existing fee set changes nothing.
 */
export async function createFeeSet(
  tx: TenantTx,
  tenantId: number,
  { id = newId(), ...feeSet }: FeeSetDetails & { id?: string },
): Promise<Result<string, never>> {
  await tx
    .insertInto('fee_sets')
    .values({
      tenant_id: tenantId,
      id,
      name: feeSet.name,
      is_active: feeSet.isActive,
      ...columnsOf(feeSet.fee),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return granted(id)
}

/** Replaces a fee set. Holds and orders keep their fees, because a hold freezes its quote. */
export async function changeFeeSet(
  tx: TenantTx,
  feeSetId: string,
  { name, fee, isActive = true }: FeeSetDetails,
): Promise<Result<null, 'fee_set_not_found'>> {
  const changed = await tx
    .updateTable('fee_sets')
    .set({ name, is_active: isActive, ...columnsOf(fee) })
    .where('id', '=', feeSetId)
    .returning('id')
    .executeTakeFirst()
  return changed ? granted(null) : FEE_SET_NOT_FOUND
}

const columnsOf = (fee: Fee) =>
  'flatMinor' in fee
    ? { fee_type: 'flat' as const, flat_minor: fee.flatMinor, rate_ppm: 0 }
    : { fee_type: 'percentage' as const, flat_minor: 0, rate_ppm: fee.ratePpm }
