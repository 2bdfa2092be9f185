import { type TenantTransactions, tenantTransactions } from '@foyer/db'
import type pg from 'pg'
import { type BuiltCoupon, buildCoupon, type CouponPlan } from './build-coupon.ts'
import { type BuiltEvent, buildEvent, type EventPlan } from './build-event.ts'
import { buildRule, type RulePlan } from './build-rule.ts'

export type { BuiltEvent, EventPlan, RulePlan }

export interface BuiltTenant {
  tenantId: number
  slug: string
}

/**
 * Creates a test's rows and the parents they need: tenants by an insert, the rest through the use
 * cases of the product.
 */
export class Builder {
  readonly #pool: pg.Pool
  readonly #transactions: TenantTransactions
  #tenants = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
    this.#transactions = tenantTransactions(pool)
  }

  async tenant(plan: { slug?: string; isDefault?: boolean } = {}): Promise<BuiltTenant> {
    this.#tenants += 1
    const slug = plan.slug ?? `tenant-${this.#tenants}`
    const { rows } = await this.#pool.query(
      `insert into tenants (slug, is_default, name, hue, support_email)
       values ($1, $2, $1, 75, 'help@example.com') returning tenant_id`,
      [slug, plan.isDefault ?? false],
    )
    return { tenantId: rows[0].tenant_id, slug }
  }

  /** An event with a venue, a group, types, sessions and their stock. */
  event(plan: EventPlan = {}): Promise<BuiltEvent> {
    const tenantId = plan.tenantId ?? 1
    return this.#transactions.withTenant(tenantId, (tx) => buildEvent(tx, tenantId, plan))
  }

  /** A coupon; by default it takes 10 % off any ticket and can be used once. */
  coupon(plan: CouponPlan = {}): Promise<BuiltCoupon> {
    const tenantId = plan.tenantId ?? 1
    return this.#transactions.withTenant(tenantId, (tx) => buildCoupon(tx, tenantId, plan))
  }

  /** A checkout rule; by default an automatic one for all events. Returns its id. */
  rule(plan: RulePlan): Promise<string> {
    const tenantId = plan.tenantId ?? 1
    return this.#transactions.withTenant(tenantId, (tx) => buildRule(tx, tenantId, plan))
  }
}
