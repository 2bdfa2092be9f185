import type { TenantTx } from '@foyer/db'
import { ALL_TICKET_TYPES } from '@foyer/domain'
import { idOf } from './demo-ids.ts'
import type { DemoTenant } from './demo-types.ts'

/** Coupons that are missing, each in a group of its own with the rule that says what it gives. */
export async function insertCoupons(
  tx: TenantTx,
  tenant_id: number,
  tenant: DemoTenant,
): Promise<void> {
  for (const { code, name, percentOff, uses } of tenant.coupons ?? []) {
    const group_id = idOf(tenant.slug, 'coupon-group', code)
    await tx
      .insertInto('coupon_groups')
      .values({ tenant_id, id: group_id, name })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await tx
      .insertInto('coupon_codes')
      .values({
        tenant_id,
        id: idOf(tenant.slug, 'coupon', code),
        group_id,
        code,
        usage_limit: uses,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const discount = {
      ticketTypeId: ALL_TICKET_TYPES,
      discountType: 'percentage',
      ratePpm: percentOff * 10_000,
    }
    await tx
      .insertInto('checkout_rules')
      .values({
        tenant_id,
        id: idOf(tenant.slug, 'coupon-rule', code),
        name,
        trigger_type: 'coupon_group',
        coupon_group_id: group_id,
        action: JSON.stringify({ type: 'discount', discounts: [discount] }),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}
