import { type fees, granted, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import type { AuditAction, AuditValues } from '@foyer/domain'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { changedSince } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'
import {
  changeTaxRate as changeRate,
  changeFeeSet as changeSet,
  createTaxRate as createRate,
  createFeeSet as createSet,
} from '../editing/index.ts'
import { FEE_SET_NOT_FOUND, refuseArchivedTaxRate, TAX_RATE_NOT_FOUND } from '../editing/rows.ts'
import { lockFeeSet, lockTaxRate, readFees } from './read-fees.ts'

interface FeeSetBody {
  name: string
  feeType: 'flat' | 'percentage'
  flatMinor: number
  ratePpm: number
  isAbsorbed: boolean
  taxRateId: string | null
}

const detailsOf = ({ feeType, flatMinor, ratePpm, ...rest }: FeeSetBody) => ({
  ...rest,
  fee: feeType === 'flat' ? { flatMinor } : { ratePpm },
})

/** A number that does not count for the kind of fee is 0, as it is stored. */
const feeValues = ({ feeType, flatMinor, ratePpm, ...rest }: FeeSetBody): AuditValues => ({
  ...rest,
  feeType,
  flatMinor: feeType === 'flat' ? flatMinor : 0,
  ratePpm: feeType === 'percentage' ? ratePpm : 0,
})

/** Creates a fee set. */
export const createFeeSet = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof fees.createFeeSet>): Promise<ResultOf<typeof fees.createFeeSet>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const archived = await refuseArchivedTaxRate(tx, null, body.taxRateId)
    if (archived) return archived
    const created = await createSet(tx, tenant.id, detailsOf(body))
    if (!created.ok) return created
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'fee_set.created',
      entityId: created.value,
      entityName: body.name,
      after: feeValues(body),
    })
    return granted(await readFees(tx, tenant.currency))
  })

/** Changes, archives or restores a fee set. */
export const changeFeeSet = ({
  context,
  tenant,
  principal,
  params: { feeSetId },
  body: { version, isArchived, ...body },
}: Call<typeof fees.changeFeeSet>): Promise<ResultOf<typeof fees.changeFeeSet>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const before = await lockFeeSet(tx, feeSetId)
    if (!before) return FEE_SET_NOT_FOUND
    const stale = changedSince(version, before)
    if (stale) return stale
    const archived = await refuseArchivedTaxRate(tx, before.taxRateId, body.taxRateId)
    if (archived) return archived
    const changed = await changeSet(tx, feeSetId, { ...detailsOf(body), isActive: !isArchived })
    if (!changed.ok) return changed
    await writeChange(tx, {
      personId: principal.session.personId,
      entity: 'fee_set',
      entityId: feeSetId,
      before: { ...feeValues(before), name: before.name, isArchived: before.isArchived },
      after: { ...feeValues(body), name: body.name, isArchived },
    })
    return granted(await readFees(tx, tenant.currency))
  })

/** Creates a tax rate. */
export const createTaxRate = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof fees.createTaxRate>): Promise<ResultOf<typeof fees.createTaxRate>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await lockTaxRate(tx, NO_ID)
    const created = await createRate(tx, tenant.id, { ...body, isArchived: false })
    if (!created.ok) throw new Error('A new rate is not archived')
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'tax_rate.created',
      entityId: created.value,
      entityName: body.name,
      after: body,
    })
    return granted(await readFees(tx, tenant.currency))
  })

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** Changes, archives or restores a tax rate. */
export const changeTaxRate = ({
  context,
  tenant,
  principal,
  params: { taxRateId },
  body: { version, ...after },
}: Call<typeof fees.changeTaxRate>): Promise<ResultOf<typeof fees.changeTaxRate>> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const before = await lockTaxRate(tx, taxRateId)
    if (!before) return TAX_RATE_NOT_FOUND
    const stale = changedSince(version, before)
    if (stale) return stale
    const changed = await changeRate(tx, taxRateId, after)
    if (!changed.ok) return changed
    const { name, ratePpm, isInclusive, isDefault, isArchived } = before
    await writeChange(tx, {
      personId: principal.session.personId,
      entity: 'tax_rate',
      entityId: taxRateId,
      before: { name, ratePpm, isInclusive, isDefault, isArchived },
      after,
    })
    return granted(await readFees(tx, tenant.currency))
  })

interface Change {
  personId: string
  entity: 'fee_set' | 'tax_rate'
  entityId: string
  before: AuditValues & { name: string; isArchived: boolean }
  after: AuditValues & { name: string; isArchived: boolean }
}

/** Writes what has changed into the audit log; nothing if nothing has. */
async function writeChange(
  tx: TenantTx,
  { personId, entity, entityId, before, after }: Change,
): Promise<void> {
  const names = Object.keys(after).filter((name) => before[name] !== after[name])
  if (names.length === 0) return
  const only = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]))
  const verb: 'archived' | 'restored' | 'changed' =
    before.isArchived === after.isArchived ? 'changed' : after.isArchived ? 'archived' : 'restored'
  const action: AuditAction = `${entity}.${verb}`
  const entry = { personId, action, entityId, entityName: after.name }
  await writeAuditEntry(tx, { ...entry, before: only(before), after: only(after) })
}
