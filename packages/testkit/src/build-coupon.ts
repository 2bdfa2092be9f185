import { randomUUID } from 'node:crypto'
import { ALL_TICKET_TYPES, type Discount } from '@foyer/domain'
import type { Insert } from './build-event.ts'

export interface CouponPlan {
  tenantId?: number
  code?: string
  /** 1 unless told. */
  limit?: number
  isActive?: boolean
  /** 10 % off all tickets unless told. */
  discounts?: readonly Discount[]
  /** All events unless told. */
  eventIds?: readonly string[]
  /** Of the rule; without an end unless told. */
  validUntil?: Date
}

export interface BuiltCoupon {
  code: string
  codeId: string
  groupId: string
  ruleId: string
}

let coupons = 0

/** A code in a group of its own, with the rule that says what it gives. */
export async function buildCoupon(insert: Insert, plan: CouponPlan): Promise<BuiltCoupon> {
  coupons += 1
  const code = plan.code ?? `CODE${coupons}`
  const [groupId, codeId, ruleId] = [randomUUID(), randomUUID(), randomUUID()]
  const discounts = plan.discounts ?? [percentOff(10)]
  await insert('coupon_groups', { id: groupId, name: `Group of ${code}` })
  await insert('coupon_codes', {
    id: codeId,
    group_id: groupId,
    code,
    usage_limit: plan.limit ?? 1,
    is_active: plan.isActive ?? true,
  })
  await insert('checkout_rules', {
    id: ruleId,
    name: `Rule of ${code}`,
    trigger_type: 'coupon_group',
    coupon_group_id: groupId,
    action: { type: 'discount', discounts },
    applies_to_all_events: plan.eventIds === undefined,
    valid_until: plan.validUntil ?? null,
  })
  for (const eventId of plan.eventIds ?? []) {
    await insert('checkout_rule_events', { rule_id: ruleId, event_id: eventId })
  }
  return { code, codeId, groupId, ruleId }
}

export const percentOff = (percent: number, ticketTypeId = ALL_TICKET_TYPES): Discount => ({
  ticketTypeId,
  discountType: 'percentage',
  ratePpm: percent * 10_000,
})

export const amountOff = (amountMinor: number, ticketTypeId = ALL_TICKET_TYPES): Discount => ({
  ticketTypeId,
  discountType: 'fixed',
  amountMinor,
})
