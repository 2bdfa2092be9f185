import { grantedValue } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { ALL_TICKET_TYPES, type Discount } from '@foyer/domain'
import { createCouponGroup } from '@foyer/server/coupon-editing'

export interface CouponPlan {
  tenantId?: number
  code?: string
  /** 1 by default. */
  limit?: number
  isActive?: boolean
  /** 10 % off all tickets by default. */
  discounts?: readonly Discount[]
  /** All events by default. */
  eventIds?: readonly string[]
  /** When the rule ends; never by default. */
  validUntil?: Date
}

export interface BuiltCoupon {
  code: string
  codeId: string
  groupId: string
  ruleId: string
}

let coupons = 0

/** Creates a code in a group of its own, with the rule that defines its discount. */
export async function buildCoupon(
  tx: TenantTx,
  tenantId: number,
  plan: CouponPlan,
): Promise<BuiltCoupon> {
  coupons += 1
  const code = plan.code ?? `CODE${coupons}`
  const { groupId, ruleId, codeIds } = grantedValue(
    await createCouponGroup(tx, tenantId, {
      name: `Group of ${code}`,
      rule: {
        name: `Rule of ${code}`,
        discounts: plan.discounts ?? [percentOff(10)],
        eventIds: plan.eventIds ?? null,
        validUntil: plan.validUntil ?? null,
      },
      codes: [{ code, usageLimit: plan.limit ?? 1, isActive: plan.isActive ?? true }],
    }),
  )
  return { code, codeId: codeIds[0] ?? '', groupId, ruleId }
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
