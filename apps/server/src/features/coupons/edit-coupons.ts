import { granted, type Result, refused } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type Discount, NO_CONDITIONS } from '@foyer/domain'
import { sql } from 'kysely'
import { newId } from '../../adapters/ids.ts'
import { EVENT_NOT_FOUND } from '../../engine/refusals.ts'

/** A group of codes with the same discount, and that discount. */
export interface NewCouponGroup {
  id?: string
  name: string
  rule: {
    id?: string
    name: string
    discounts: readonly Discount[]
    /** Null: all events of the tenant. */
    eventIds: readonly string[] | null
    /** Null: without an end. */
    validUntil?: Date | null
  }
  codes: readonly NewCouponCode[]
}

export interface NewCouponCode {
  id?: string
  /** As buyers enter it; upper and lower case are the same. */
  code: string
  /** How many orders may use it. */
  usageLimit: number
  isActive?: boolean
}

export interface CreatedCouponGroup {
  groupId: string
  ruleId: string
  codeIds: string[]
}

/**
 * Creates a group of coupon codes with the rule for their discount: all or none. A call with ids
 * that exist changes nothing.
 */
export async function createCouponGroup(
  tx: TenantTx,
  tenantId: number,
  { id: groupId = newId(), name, rule, codes }: NewCouponGroup,
): Promise<Result<CreatedCouponGroup, 'event_not_found' | 'coupon_code_taken'>> {
  const ids = codes.map(({ id }) => id ?? newId())
  const taken = await sql<{ code: string }>`
    select code from coupon_codes where lower(code) = any(
      select lower(c) from unnest(${codes.map(({ code }) => code)}::text[]) as c)
      and not id = any(${ids}::uuid[]) limit 1`.execute(tx)
  if (taken.rows[0]) return codeTaken(taken.rows[0].code)
  const eventIds = [...new Set(rule.eventIds ?? [])]
  const known = await sql`select 1 from events where id = any(${eventIds}::uuid[])`.execute(tx)
  if (known.rows.length < eventIds.length) return EVENT_NOT_FOUND
  await tx
    .insertInto('coupon_groups')
    .values({ tenant_id: tenantId, id: groupId, name })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
  await tx
    .insertInto('coupon_codes')
    .values(
      codes.map(({ code, usageLimit, isActive }, index) => ({
        tenant_id: tenantId,
        id: ids[index] ?? newId(),
        group_id: groupId,
        code,
        usage_limit: usageLimit,
        is_active: isActive,
      })),
    )
    // If two calls create the same code at the same time, the second fails here instead of sharing
    // it.
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
  const ruleId = rule.id ?? newId()
  await tx
    .insertInto('checkout_rules')
    .values({
      tenant_id: tenantId,
      id: ruleId,
      name: rule.name,
      trigger_type: 'coupon_group',
      coupon_group_id: groupId,
      conditions: JSON.stringify(NO_CONDITIONS),
      action: JSON.stringify({ type: 'discount', discounts: rule.discounts }),
      applies_to_all_events: rule.eventIds === null,
      valid_until: rule.validUntil ?? null,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing())
    .execute()
  if (eventIds.length > 0) {
    await tx
      .insertInto('checkout_rule_events')
      .values(eventIds.map((event_id) => ({ tenant_id: tenantId, rule_id: ruleId, event_id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return granted({ groupId, ruleId, codeIds: ids })
}

export const codeTaken = (code: string) =>
  refused('coupon_code_taken', `There is a coupon with the code ${code} already.`)
