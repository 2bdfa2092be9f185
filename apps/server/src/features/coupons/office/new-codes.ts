import { randomInt } from 'node:crypto'
import { granted, type officeCoupons, type ResultOf } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { CROCKFORD, readsAsNumber } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { mapInSlices } from '../../../engine/slices.ts'
import type { Call } from '../../../http/endpoint.ts'
import { codeTaken } from '../edit-coupons.ts'
import { selectCodes } from './codes.ts'
import { COUPON_GROUP_NOT_FOUND } from './groups.ts'

/** New coupon codes: one in the organizer's words, or thousands that nobody can guess. */

interface NewCodes {
  tenantId: number
  groupId: string
  codes: readonly string[]
  usageLimit: number
  isActive: boolean
}

/** Inserts codes; those that the tenant has already, in upper or lower case, are left out. */
async function insertCodes(
  tx: TenantTx,
  { tenantId, groupId, codes, usageLimit, isActive }: NewCodes,
): Promise<{ id: string; code: string }[]> {
  const ids = codes.map(() => newId())
  const { rows } = await sql<{ id: string; code: string }>`
    insert into coupon_codes (tenant_id, id, group_id, code, usage_limit, is_active)
    select ${tenantId}, n.id, ${groupId}, n.code, ${usageLimit}, ${isActive}
    from unnest(${ids}::uuid[], ${codes}::text[]) as n(id, code)
    on conflict (tenant_id, lower(code)) do nothing
    returning id, code`.execute(tx)
  return rows
}

async function groupName(tx: TenantTx, groupId: string): Promise<string | undefined> {
  const group = await tx
    .selectFrom('coupon_groups')
    .select('name')
    .where('id', '=', groupId)
    .executeTakeFirst()
  return group?.name
}

/** Creates one code. */
export const addCode = ({
  context,
  tenant,
  principal,
  body: { groupId, code, usageLimit, isActive },
}: Call<typeof officeCoupons.createCouponCode>): Promise<
  ResultOf<typeof officeCoupons.createCouponCode>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const group = await groupName(tx, groupId)
    if (group === undefined) return COUPON_GROUP_NOT_FOUND
    const created = await insertCodes(tx, {
      tenantId: tenant.id,
      groupId,
      codes: [code],
      usageLimit,
      isActive,
    })
    const ids = created.map(({ id }) => id)
    const [view] = await selectCodes(tx, ids)
    if (!view) return codeTaken(code)
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'coupon_code.created',
      entityId: view.id,
      entityName: code,
      after: { code, group, usageLimit, isActive },
    })
    return granted(view)
  })

/**
 * A code of random characters after what it begins with: 5 bits each, without letters that look alike. The
 * few that a spreadsheet would take for a number are never given.
 */
function randomCode(prefix: string, length: number): string {
  const letters = Array.from({ length }, () => CROCKFORD.charAt(randomInt(CROCKFORD.length)))
  const code = prefix + letters.join('')
  return readsAsNumber(code) ? randomCode(prefix, length) : code
}

/** Creates many codes, all alike, and answers them as a table. */
export const addCodes = ({
  context,
  tenant,
  principal,
  body: { groupId, count, prefix, length, usageLimit },
}: Call<typeof officeCoupons.createCouponCodes>): Promise<
  ResultOf<typeof officeCoupons.createCouponCodes>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const group = await groupName(tx, groupId)
    if (group === undefined) return COUPON_GROUP_NOT_FOUND
    const codes: string[] = []
    // With 40 random bits or more a code that exists is rare; another one takes its place.
    while (codes.length < count) {
      const wanted = await mapInSlices(Array(count - codes.length).fill(null), () =>
        randomCode(prefix, length),
      )
      const made = { tenantId: tenant.id, groupId, codes: wanted, usageLimit, isActive: true }
      const created = await insertCodes(tx, made)
      codes.push(...created.map(({ code }) => code))
    }
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'coupon_codes.created',
      entityId: groupId,
      entityName: group,
      after: { codes: count, prefix, length, usageLimit },
    })
    const rows = codes.map((code) => [code, group, usageLimit])
    const heads = ['code', 'group', 'uses']
    return granted({ table: { name: `coupon-codes-${count}`, heads, rows } })
  })
