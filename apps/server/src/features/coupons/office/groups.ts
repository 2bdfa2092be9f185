import {
  COUPONS_PAGE,
  type CouponGroup,
  granted,
  type officeCoupons,
  type ResultOf,
  refused,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type RawBuilder, sql } from 'kysely'
import { newId } from '../../../adapters/ids.ts'
import { auditChanges, writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { pageAfter, readCursor, writeCursor } from '../../../engine/cursor.ts'
import { changedSince, withVersion } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'

/** Coupon groups: what codes have in common, and what checkout rules are triggered by. */

export const COUPON_GROUP_NOT_FOUND = refused(
  'coupon_group_not_found',
  'This coupon group does not exist.',
)

/** What each order of the list compares. Ids begin with the time of their making. */
const SORTS = {
  createdAt: { key: sql`g.id::text`, isDescending: true },
  name: { key: sql`lower(g.name)`, isDescending: false },
} as const

interface GroupRow extends Omit<CouponGroup, 'createdAt' | 'version'> {
  createdAt: Date
}

/**
 * The uses of a group are those of its codes without the ones that carts have claimed, which their counters
 * contain too.
 */
const selectGroups = async (tx: TenantTx, page: RawBuilder<unknown>): Promise<CouponGroup[]> => {
  const { rows } = await sql<GroupRow>`
    select g.id, g.name, g.description, g.is_active as "isActive", g.created_at as "createdAt",
      c.codes as "codeCount", c.used - u.claimed as "usageCount", r.rules as "ruleCount"
    from (select g.* from coupon_groups g where g.tenant_id = (select current_tenant()) and ${page}) g
    cross join lateral (
      select count(*)::integer as codes, coalesce(sum(c.usage_count), 0)::integer as used
      from coupon_codes c where c.tenant_id = g.tenant_id and c.group_id = g.id) c
    cross join lateral (
      select count(*)::integer as claimed
      from coupon_uses u join coupon_codes c on c.tenant_id = u.tenant_id and c.id = u.code_id
      where u.tenant_id = g.tenant_id and u.state = 'claimed' and c.group_id = g.id) u
    cross join lateral (
      select count(*)::integer as rules from checkout_rules r
      where r.tenant_id = g.tenant_id and r.coupon_group_id = g.id and r.is_active) r`.execute(tx)
  return rows.map(({ createdAt, ...row }) => {
    const { name, description, isActive } = row
    const { version } = withVersion({ name, description, isActive })
    return { ...row, createdAt: createdAt.toISOString(), version }
  })
}

async function findGroup(tx: TenantTx, groupId: string): Promise<CouponGroup | undefined> {
  const [group] = await selectGroups(tx, sql`g.id = ${groupId}`)
  return group
}

/** Coupon groups, a page of them. */
export const listGroups = ({
  context,
  tenant,
  query: { q = '', sort = 'createdAt', isDescending, after },
}: Call<typeof officeCoupons.getCouponGroups>): Promise<
  ResultOf<typeof officeCoupons.getCouponGroups>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const end = readCursor(after)
    if (!end.ok) return end
    const { key, isDescending: isUsually } = SORTS[sort]
    const isDown = isDescending === undefined ? isUsually : isDescending === 'true'
    const direction = isDown ? sql`desc` : sql`asc`
    const { rows: page } = await sql<{ id: string; key: string }>`
      select g.id, ${key} as key from coupon_groups g
      where strpos(lower(g.name || ' ' || g.description), ${q.toLowerCase()}) > 0
        and ${pageAfter(end.value, { key, id: sql`g.id`, isDown })}
      order by ${key} ${direction}, g.id ${direction}
      limit ${COUPONS_PAGE + 1}`.execute(tx)
    const shown = page.slice(0, COUPONS_PAGE)
    const ids = shown.map(({ id }) => id)
    const found = await selectGroups(tx, sql`g.id = any(${ids}::uuid[])`)
    const groups = ids.flatMap((id) => found.find((group) => group.id === id) ?? [])
    return granted({
      groups,
      next: page.length > COUPONS_PAGE ? writeCursor(shown.at(-1)) : null,
    })
  })

/** Creates a group. */
export const addGroup = ({
  context,
  tenant,
  principal,
  body,
}: Call<typeof officeCoupons.createCouponGroup>): Promise<
  ResultOf<typeof officeCoupons.createCouponGroup>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const id = newId()
    const { name, description, isActive } = body
    await tx
      .insertInto('coupon_groups')
      .values({ tenant_id: tenant.id, id, name, description, is_active: isActive })
      .execute()
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'coupon_group.created',
      entityId: id,
      entityName: name,
      after: body,
    })
    const group = await findGroup(tx, id)
    if (!group) throw new Error('A coupon group that was just created is gone')
    return granted(group)
  })

/** Changes a group, unless somebody else has changed it since it was read. */
export const changeGroup = ({
  context,
  tenant,
  principal,
  params: { groupId },
  body: { version, ...body },
}: Call<typeof officeCoupons.changeCouponGroup>): Promise<
  ResultOf<typeof officeCoupons.changeCouponGroup>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    await sql`select from coupon_groups where id = ${groupId} for no key update`.execute(tx)
    const before = await findGroup(tx, groupId)
    if (!before) return COUPON_GROUP_NOT_FOUND
    const stale = changedSince(version, before)
    if (stale) return stale
    const { name, description, isActive } = body
    const { name: wasNamed, description: wasDescribed, isActive: wasActive } = before
    const changes = auditChanges(
      { name: wasNamed, description: wasDescribed, isActive: wasActive },
      body,
    )
    if (!changes) return granted(before)
    await tx
      .updateTable('coupon_groups')
      .set({ name, description, is_active: isActive })
      .where('id', '=', groupId)
      .execute()
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'coupon_group.changed',
      entityId: groupId,
      entityName: name,
      ...changes,
    })
    const group = await findGroup(tx, groupId)
    return group ? granted(group) : COUPON_GROUP_NOT_FOUND
  })
