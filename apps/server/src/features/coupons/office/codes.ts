import {
  COUPONS_PAGE,
  type CouponCode,
  granted,
  type officeCoupons,
  type ResultOf,
  refused,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { HAS_EXPIRED } from '../../../engine/coupons/aggregate.ts'
import { pageAfter, readCursor, writeCursor } from '../../../engine/cursor.ts'
import { invalidField } from '../../../engine/refusals.ts'
import { changedSince, withVersion } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'

/** Coupon codes, as the team lists and changes them. */

export const NO_CODE = refused('coupon_not_found', 'This coupon code does not exist.')

/**
 * What each order of the list compares, before the id. Ids begin with the time of their making, so by
 * that time nothing comes before them, and a page is read off their index.
 */
const SORTS = {
  createdAt: { key: sql`''::text`, isDescending: true },
  code: { key: sql`lower(c.code)`, isDescending: false },
  usageCount: { key: sql`lpad(c.usage_count::text, 10, '0')`, isDescending: true },
} as const

interface CodeRow extends Omit<CouponCode, 'createdAt' | 'version'> {
  createdAt: Date
}

/**
 * Codes in the order of `ids`. Their counter contains what carts have claimed, also claims that have
 * expired until the code is locked the next time.
 */
export async function selectCodes(tx: TenantTx, ids: readonly string[]): Promise<CouponCode[]> {
  const { rows } = await sql<CodeRow>`
    select c.id, c.group_id as "groupId", g.name as "groupName", g.is_active as "isGroupActive",
      c.code, c.usage_limit as "usageLimit", c.usage_count - u.claimed as "usageCount",
      u.held as "heldCount", c.is_active as "isActive", c.created_at as "createdAt"
    from unnest(${ids}::uuid[]) with ordinality as page(id, position)
    join coupon_codes c on c.tenant_id = (select current_tenant()) and c.id = page.id
    join coupon_groups g on g.tenant_id = c.tenant_id and g.id = c.group_id
    cross join lateral (
      select count(*)::integer as claimed,
        count(*) filter (where not (${sql.raw(HAS_EXPIRED)}))::integer as held
      from coupon_uses u
      where u.tenant_id = c.tenant_id and u.code_id = c.id and u.state = 'claimed') u
    order by page.position`.execute(tx)
  return rows.map(({ createdAt, ...row }) => {
    const { usageLimit, isActive } = row
    const { version } = withVersion({ usageLimit, isActive })
    return { ...row, createdAt: createdAt.toISOString(), version }
  })
}

/** Coupon codes, a page of them. */
export const listCodes = ({
  context,
  tenant,
  query: { q = '', groupId, sort = 'createdAt', isDescending, after },
}: Call<typeof officeCoupons.getCouponCodes>): Promise<
  ResultOf<typeof officeCoupons.getCouponCodes>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const end = readCursor(after)
    if (!end.ok) return end
    const { key, isDescending: isUsually } = SORTS[sort]
    const isDown = isDescending === undefined ? isUsually : isDescending === 'true'
    const direction = isDown ? sql`desc` : sql`asc`
    const { rows: page } = await sql<{ id: string; key: string }>`
      select c.id, ${key} as key from coupon_codes c
      where strpos(lower(c.code), ${q.toLowerCase()}) > 0
        and ${groupId ? sql`c.group_id = ${groupId}` : sql`true`}
        and ${pageAfter(end.value, { key, id: sql`c.id`, isDown })}
      order by ${key} ${direction}, c.id ${direction}
      limit ${COUPONS_PAGE + 1}`.execute(tx)
    const shown = page.slice(0, COUPONS_PAGE)
    return granted({
      codes: await selectCodes(
        tx,
        shown.map(({ id }) => id),
      ),
      next: page.length > COUPONS_PAGE ? writeCursor(shown.at(-1)) : null,
    })
  })

/** Changes a code, unless somebody else has changed it since it was read. Purchases lock it as well. */
export const changeCode = ({
  context,
  tenant,
  principal,
  params: { codeId },
  body: { version, usageLimit, isActive },
}: Call<typeof officeCoupons.changeCouponCode>): Promise<
  ResultOf<typeof officeCoupons.changeCouponCode>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<{ counted: number }>`
      select usage_count as counted from coupon_codes where id = ${codeId} for update`.execute(tx)
    const [before] = await selectCodes(tx, [codeId])
    const [locked] = rows
    if (!before || !locked) return NO_CODE
    const stale = changedSince(version, before)
    if (stale) return stale
    if (usageLimit < locked.counted) {
      return invalidField(
        'usageLimit',
        `Must be at least ${locked.counted}: so many orders and carts use it already`,
      )
    }
    const changes = auditChanges(
      { usageLimit: before.usageLimit, isActive: before.isActive },
      { usageLimit, isActive },
    )
    if (!changes) return granted(before)
    await tx
      .updateTable('coupon_codes')
      .set({ usage_limit: usageLimit, is_active: isActive })
      .where('id', '=', codeId)
      .execute()
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'coupon_code.changed',
      entityId: codeId,
      entityName: before.code,
      ...changes,
    })
    const [code] = await selectCodes(tx, [codeId])
    return code ? granted(code) : NO_CODE
  })
