import { randomUUID } from 'node:crypto'
import type { TenantTx } from '@foyer/db'
import type { Discount, RuleCondition } from '@foyer/domain'

/** A checkout rule. It gives `discounts`, or blocks with `message` if it has one. */
export interface RulePlan {
  tenantId?: number
  name?: string
  priority?: number
  combines?: boolean
  /** All of them have to hold; none by default. */
  conditions?: readonly RuleCondition[]
  discounts?: readonly Discount[]
  message?: string
  /** The coupon group of the rule; by default it is automatic. */
  groupId?: string
  /** All events by default. */
  eventIds?: readonly string[]
}

/** Stores a rule that is active and valid without end. Returns its id. */
export async function buildRule(tx: TenantTx, tenantId: number, plan: RulePlan): Promise<string> {
  const id = randomUUID()
  const { message, discounts = [], eventIds } = plan
  await tx
    .insertInto('checkout_rules')
    .values({
      tenant_id: tenantId,
      id,
      name: plan.name ?? 'Early birds',
      trigger_type: plan.groupId ? 'coupon_group' : 'automatic',
      coupon_group_id: plan.groupId ?? null,
      priority: plan.priority ?? 0,
      combines: plan.combines ?? false,
      conditions: JSON.stringify({ type: 'and', rules: plan.conditions ?? [] }),
      action: JSON.stringify(
        message ? { type: 'block', message } : { type: 'discount', discounts },
      ),
      applies_to_all_events: !eventIds,
    })
    .execute()
  if (eventIds) {
    await tx
      .insertInto('checkout_rule_events')
      .values(eventIds.map((event_id) => ({ tenant_id: tenantId, rule_id: id, event_id })))
      .execute()
  }
  return id
}
