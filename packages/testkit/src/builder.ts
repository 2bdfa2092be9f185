import type pg from 'pg'
import { type BuiltCoupon, buildCoupon, type CouponPlan } from './build-coupon.ts'
import { type BuiltEvent, buildEvent, type EventPlan, type Insert } from './build-event.ts'

export type { BuiltEvent, EventPlan }

export interface BuiltTenant {
  tenantId: number
  slug: string
}

/** Writes rows straight into a test's database and invents the parents they need. */
export class Builder {
  readonly #pool: pg.Pool
  #tenants = 0

  constructor(pool: pg.Pool) {
    this.#pool = pool
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
    return this.#within(tenantId, (insert) => buildEvent(insert, tenantId, plan))
  }

  /** A coupon that takes 10 % off any ticket, once, unless told. */
  coupon(plan: CouponPlan = {}): Promise<BuiltCoupon> {
    return this.#within(plan.tenantId ?? 1, (insert) => buildCoupon(insert, plan))
  }

  /** Inserts in one transaction of a tenant. */
  async #within<T>(tenantId: number, build: (insert: Insert) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin')
      // Forced row security binds the owner as well; a superuser passes, any other account needs this.
      await client.query(`select set_config('app.tenant_id', $1, true)`, [String(tenantId)])
      const built = await build(async (table, row) => {
        const columns = ['tenant_id', ...Object.keys(row)]
        const values = [tenantId, ...Object.values(row)]
        const slots = values.map((_, index) => `$${index + 1}`)
        await client.query(
          `insert into ${table} (${columns.join(', ')}) values (${slots.join(', ')})`,
          values,
        )
      })
      await client.query('commit')
      client.release()
      return built
    } catch (error) {
      // With the connection goes what was begun.
      client.release(true)
      throw error
    }
  }
}
