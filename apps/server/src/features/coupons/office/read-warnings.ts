import { granted, type ResultOf, type ruleSimulator } from '@foyer/contract'
import { type RuleToCheck, warningsOf } from '@foyer/domain'
import { sql } from 'kysely'
import { IN_ORDER } from '../../../engine/rules/rule-sql.ts'
import type { Call } from '../../../http/endpoint.ts'

interface RuleRow extends Omit<RuleToCheck, 'validFrom' | 'validUntil'> {
  validFrom: Date | null
  validUntil: Date | null
  now: Date
}

/** Warns of active rules that can never apply, or that get into the way of each other. */
export const readWarnings = ({
  context,
  tenant,
}: Call<typeof ruleSimulator.getRuleWarnings>): Promise<
  ResultOf<typeof ruleSimulator.getRuleWarnings>
> =>
  context.db.withTenant(tenant.id, async (tx) => {
    // A use that a cart has claimed may come back, so its code can still be used.
    const { rows } = await sql<RuleRow>`
      select r.id, r.name, r.trigger_type as "triggerType", r.coupon_group_id as "couponGroupId",
        r.priority, r.conditions, r.action ->> 'type' as "actionType", r.combines,
        r.is_active as "isActive", r.applies_to_all_events as "applyToAllEvents",
        array(select x.event_id::text from checkout_rule_events x
          where x.tenant_id = r.tenant_id and x.rule_id = r.id) as "applicableEvents",
        r.valid_from as "validFrom", r.valid_until as "validUntil",
        exists (select from coupon_groups g
          join coupon_codes c on c.tenant_id = g.tenant_id and c.group_id = g.id and c.is_active
          where g.tenant_id = r.tenant_id and g.id = r.coupon_group_id and g.is_active
            and (c.usage_count < c.usage_limit or exists (select from coupon_uses u
              where u.tenant_id = c.tenant_id and u.code_id = c.id and u.state = 'claimed'))
        ) as "hasUsableCode", statement_timestamp() as now
      from checkout_rules r where r.is_active order by ${sql.raw(IN_ORDER)}`.execute(tx)
    const [first] = rows
    if (!first) return granted({ warnings: [] })
    const rules = rows.map(({ validFrom, validUntil, ...rule }) => ({
      ...rule,
      validFrom: validFrom?.toISOString() ?? null,
      validUntil: validUntil?.toISOString() ?? null,
    }))
    return granted({ warnings: warningsOf(rules, first.now) })
  })
