import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { TaxRate } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { FEE_SET_NOT_FOUND, missingIn, TAX_RATE_NOT_FOUND } from './rows.ts'

/**
 * A fee on a price: minor units per ticket, or parts per million of the price (12.5 % = 125,000).
 */
export type Fee = { flatMinor: number } | { ratePpm: number }

export interface FeeSetDetails {
  name: string
  fee: Fee
  /** An inactive fee set adds nothing; the back office calls it archived. */
  isActive?: boolean | undefined
  /** The organizer owes the fee within the price, and buyers pay no fee. */
  isAbsorbed?: boolean | undefined
  /** The tax on the fee; the default rate if null. */
  taxRateId?: string | null | undefined
}

/**
 * Creates a fee set and returns its id. A call with the id of an existing fee set changes nothing.
 */
export async function createFeeSet(
  tx: TenantTx,
  tenantId: number,
  { id = newId(), ...feeSet }: FeeSetDetails & { id?: string },
): Promise<Result<string, 'tax_rate_not_found'>> {
  if ((await missingIn(tx, 'tax_rates', [feeSet.taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  await tx
    .insertInto('fee_sets')
    .values({ tenant_id: tenantId, id, ...columnsOf(feeSet) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return granted(id)
}

/** Replaces a fee set. Holds and orders keep their fees, because a hold freezes its quote. */
export async function changeFeeSet(
  tx: TenantTx,
  feeSetId: string,
  feeSet: FeeSetDetails,
): Promise<Result<null, 'fee_set_not_found' | 'tax_rate_not_found'>> {
  if ((await missingIn(tx, 'tax_rates', [feeSet.taxRateId])).length > 0) return TAX_RATE_NOT_FOUND
  const changed = await tx
    .updateTable('fee_sets')
    .set(columnsOf(feeSet))
    .where('id', '=', feeSetId)
    .returning('id')
    .executeTakeFirst()
  return changed ? granted(null) : FEE_SET_NOT_FOUND
}

const columnsOf = ({
  name,
  fee,
  isActive = true,
  isAbsorbed = false,
  taxRateId = null,
}: FeeSetDetails) => ({
  name,
  is_active: isActive,
  is_absorbed: isAbsorbed,
  tax_rate_id: taxRateId,
  ...('flatMinor' in fee
    ? { fee_type: 'flat' as const, flat_minor: fee.flatMinor, rate_ppm: 0 }
    : { fee_type: 'percentage' as const, flat_minor: 0, rate_ppm: fee.ratePpm }),
})

export interface TaxRateDetails extends Omit<TaxRate, 'id'> {
  /** The rate of everything that has none of its own; it takes the place of the default before. */
  isDefault: boolean
  /** An archived rate can be given to nothing new. */
  isArchived: boolean
}

/** Creates a tax rate and returns its id. */
export async function createTaxRate(
  tx: TenantTx,
  tenantId: number,
  rate: TaxRateDetails,
): Promise<Result<string, 'tax_rate_in_use'>> {
  if (rate.isDefault && rate.isArchived) return DEFAULT_IS_USED
  if (rate.isDefault) await endDefault(tx)
  const id = newId()
  await tx
    .insertInto('tax_rates')
    .values({ tenant_id: tenantId, id, ...taxColumnsOf(rate) })
    .execute()
  return granted(id)
}

/**
 * Replaces a tax rate. Holds and orders keep their taxes. A rate that something has, or that is the
 * default, cannot be archived: tax would silently no longer be charged.
 */
export async function changeTaxRate(
  tx: TenantTx,
  taxRateId: string,
  rate: TaxRateDetails,
): Promise<Result<null, 'tax_rate_not_found' | 'tax_rate_in_use'>> {
  if (rate.isArchived) {
    if (rate.isDefault) return DEFAULT_IS_USED
    const { rows } = await sql`
      select from ticket_type_taxes where tax_rate_id = ${taxRateId}
      union all select from add_ons where tax_rate_id = ${taxRateId}
      union all select from fee_sets where tax_rate_id = ${taxRateId} limit 1`.execute(tx)
    if (rows.length > 0) return RATE_IS_USED
  }
  if (rate.isDefault) await endDefault(tx, taxRateId)
  const changed = await tx
    .updateTable('tax_rates')
    .set(taxColumnsOf(rate))
    .where('id', '=', taxRateId)
    .returning('id')
    .executeTakeFirst()
  return changed ? granted(null) : TAX_RATE_NOT_FOUND
}

const RATE_IS_USED = refused(
  'tax_rate_in_use',
  'Tickets, add-ons or fees have this rate. Give them another one first, then archive it.',
)

const DEFAULT_IS_USED = refused(
  'tax_rate_in_use',
  'This is the default rate. Make another rate the default first, then archive it.',
)

const endDefault = (tx: TenantTx, exceptId: string | null = null) =>
  tx
    .updateTable('tax_rates')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .$if(exceptId !== null, (query) => query.where('id', '<>', exceptId))
    .execute()

const taxColumnsOf = ({ name, ratePpm, isInclusive, isDefault, isArchived }: TaxRateDetails) => ({
  name,
  rate_ppm: ratePpm,
  is_inclusive: isInclusive,
  is_default: isDefault,
  is_archived: isArchived,
})
