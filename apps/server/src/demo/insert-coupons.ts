import { grantedValue } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { ALL_TICKET_TYPES } from '@foyer/domain'
import { createCouponGroup } from '../features/coupons/edit-coupons.ts'
import { idOf } from './demo-ids.ts'
import type { DemoTenant } from './demo-types.ts'

/** Inserts the coupons that are missing, each in a group of its own with its rule. */
export async function insertCoupons(
  tx: TenantTx,
  tenantId: number,
  tenant: DemoTenant,
): Promise<void> {
  for (const { code, name, percentOff, uses } of tenant.coupons ?? []) {
    const discounts = [
      {
        ticketTypeId: ALL_TICKET_TYPES,
        discountType: 'percentage' as const,
        ratePpm: percentOff * 10_000,
      },
    ]
    grantedValue(
      await createCouponGroup(tx, tenantId, {
        id: idOf(tenant.slug, 'coupon-group', code),
        name,
        rule: { id: idOf(tenant.slug, 'coupon-rule', code), name, discounts, eventIds: null },
        codes: [{ id: idOf(tenant.slug, 'coupon', code), code, usageLimit: uses }],
      }),
    )
  }
}
