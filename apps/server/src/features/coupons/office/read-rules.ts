import {
  COUPONS_PAGE,
  granted,
  type officeRules,
  type ResultOf,
  type RuleView,
} from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { discountEntryOf, type RuleAction, type RuleConditions } from '@foyer/domain'
import { sql } from 'kysely'
import type { Tenant } from '../../../context.ts'
import { pageAfter, readCursor, writeCursor } from '../../../engine/cursor.ts'
import { withVersion } from '../../../engine/versions.ts'
import type { Call } from '../../../http/endpoint.ts'

/** Checkout rules, as the team reads them. */

/**
 * What each order of the list compares, and whether it usually descends. Texts compare numbers too. Of
 * equal priorities the older rule applies first (`IN_ORDER`), so that key ascends where the others descend.
 */
const SORTS = {
  priority: {
    key: sql`lpad((1000000 - r.priority)::text, 7, '0')
      || to_char(r.created_at at time zone 'UTC', 'YYYYMMDDHH24MISSUS')`,
    isDescending: true,
  },
  name: { key: sql`lower(r.name)`, isDescending: false },
  createdAt: { key: sql`r.id::text`, isDescending: true },
  usageCount: {
    key: sql`lpad((select count(*) from rule_usage u
      where u.tenant_id = r.tenant_id and u.rule_id = r.id)::text, 10, '0')`,
    isDescending: true,
  },
} as const

type Details = Pick<
  RuleView,
  | 'name'
  | 'description'
  | 'triggerType'
  | 'couponGroupId'
  | 'priority'
  | 'combines'
  | 'isActive'
  | 'applyToAllEvents'
>

interface RuleRow
  extends Details,
    Pick<RuleView, 'id' | 'groupName' | 'events' | 'ticketTypes' | 'usageCount'> {
  conditions: RuleConditions
  action: RuleAction
  validFrom: Date | null
  validUntil: Date | null
  createdAt: Date
  discountMinor: string
}

/** Rules in the order of `ids`. */
export async function selectRules(
  tx: TenantTx,
  { currency }: Pick<Tenant, 'currency'>,
  ids: readonly string[],
): Promise<RuleView[]> {
  const { rows } = await sql<RuleRow>`
    select r.id, r.name, r.description, r.trigger_type as "triggerType",
      r.coupon_group_id as "couponGroupId", g.name as "groupName", r.priority, r.conditions,
      r.action, r.combines, r.is_active as "isActive",
      r.applies_to_all_events as "applyToAllEvents", r.valid_from as "validFrom",
      r.valid_until as "validUntil", r.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('id', e.id, 'name', e.name)
          order by lower(e.name), e.id), '[]')
        from checkout_rule_events x join events e on e.tenant_id = x.tenant_id and e.id = x.event_id
        where x.tenant_id = r.tenant_id and x.rule_id = r.id) as events,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name || ' · ' || e.name)
          order by t.id), '[]')
        from ticket_types t join events e on e.tenant_id = t.tenant_id and e.id = t.event_id
        where t.tenant_id = r.tenant_id and t.id::text in (
          select d ->> 'ticketTypeId'
          from jsonb_array_elements(coalesce(r.action -> 'discounts', '[]')) d)) as "ticketTypes",
      u.uses as "usageCount", u.discount as "discountMinor"
    from unnest(${ids}::uuid[]) with ordinality as page(id, position)
    join checkout_rules r on r.tenant_id = (select current_tenant()) and r.id = page.id
    left join coupon_groups g on g.tenant_id = r.tenant_id and g.id = r.coupon_group_id
    cross join lateral (
      select count(*)::integer as uses, coalesce(sum(u.discount_minor), 0) as discount
      from rule_usage u where u.tenant_id = r.tenant_id and u.rule_id = r.id) u
    order by page.position`.execute(tx)
  return rows.map((row) => present(row, currency))
}

function present(row: RuleRow, currency: string): RuleView {
  const { conditions, action, validFrom, validUntil, createdAt, discountMinor, ...same } = row
  const details = {
    name: same.name,
    description: same.description,
    triggerType: same.triggerType,
    couponGroupId: same.couponGroupId,
    priority: same.priority,
    conditions: { type: conditions.type, rules: [...conditions.rules] },
    action:
      action.type === 'block'
        ? action
        : {
            type: action.type,
            discounts: action.discounts.map((each) => discountEntryOf(each, currency)),
          },
    combines: same.combines,
    isActive: same.isActive,
    applyToAllEvents: same.applyToAllEvents,
    applicableEvents: same.events.map(({ id }) => id),
    validFrom: validFrom?.toISOString() ?? null,
    validUntil: validUntil?.toISOString() ?? null,
  }
  return {
    ...same,
    ...withVersion(details),
    createdAt: createdAt.toISOString(),
    discountMinor: Number(discountMinor),
  }
}

/** Checkout rules, a page of them; by priority they are in the order in which they apply. */
export const listRules = ({
  context,
  tenant,
  query: { q = '', sort = 'priority', isDescending, after },
}: Call<typeof officeRules.getCheckoutRules>): Promise<
  ResultOf<typeof officeRules.getCheckoutRules>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    const end = readCursor(after)
    if (!end.ok) return end
    const { key, isDescending: isUsually } = SORTS[sort]
    const isDescended = isDescending === undefined ? isUsually : isDescending === 'true'
    const isDown = isDescended !== (sort === 'priority')
    const direction = isDown ? sql`desc` : sql`asc`
    const { rows: page } = await sql<{ id: string; key: string }>`
      select r.id, ${key} as key from checkout_rules r
      where strpos(lower(r.name || ' ' || r.description), ${q.toLowerCase()}) > 0
        and ${pageAfter(end.value, { key, id: sql`r.id`, isDown })}
      order by ${key} ${direction}, r.id ${direction}
      limit ${COUPONS_PAGE + 1}`.execute(tx)
    const shown = page.slice(0, COUPONS_PAGE)
    const ids = shown.map(({ id }) => id)
    return granted({
      rules: await selectRules(tx, tenant, ids),
      next: page.length > COUPONS_PAGE ? writeCursor(shown.at(-1)) : null,
    })
  })
