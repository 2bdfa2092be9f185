import type { Database } from '@foyer/db'
import { DEMO_TENANTS } from './demo-data.ts'
import { idOf } from './demo-ids.ts'

/**
 * Finds the demo's coupons in this database by their codes. The codes are public in the source, and
 * one of them makes a ticket free.
 */
export async function findDemoCoupons(db: Database): Promise<string[]> {
  const known = await db.registry.selectFrom('tenants').select(['tenant_id', 'slug']).execute()
  const found: string[] = []
  for (const { slug, coupons = [] } of DEMO_TENANTS) {
    const tenant = known.find((row) => row.slug === slug)
    if (!tenant || coupons.length === 0) continue
    const ids = coupons.map(({ code }) => idOf(slug, 'coupon', code))
    const rows = await db.withTenant(tenant.tenant_id, (tx) =>
      tx.selectFrom('coupon_codes').select('code').where('id', 'in', ids).execute(),
    )
    found.push(...rows.map(({ code }) => code))
  }
  return found
}
