import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'

/** An abandoned payment may have been charged after all; that is noticed within a day. */
const KEPT_HOURS = 24

/**
 * Deletes lookups of orders, what was accepted for a cart, what rules took off carts that hold nothing,
 * and the contacts of carts that hold nothing and have no payment under way. An order has its own copy,
 * and the next purchase under the same cart number must not be sent to the earlier buyer. Returns 0, because nothing is left to do.
 */
export async function forgetContacts({ db }: Context, tenant: Tenant): Promise<number> {
  await db.longWork.withTenant(tenant.id, async (tx) => {
    await sql`
    delete from order_lookups
    where created_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(tx)
    await sql`
    delete from cart_rules c
    where judged_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
      and not exists (select from holds h
        where h.tenant_id = c.tenant_id and h.cart_id = c.cart_id and h.state = 'held')`.execute(tx)
    await sql`
    delete from cart_consents
    where accepted_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})`.execute(tx)
    await sql`
    delete from cart_contacts c
    where created_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
      and not exists (select from holds h
        where h.tenant_id = c.tenant_id and h.cart_id = c.cart_id and h.state = 'held')
      and not exists (select from payments p
        where p.tenant_id = c.tenant_id and p.cart_id = c.cart_id and p.state in ('created', 'open'))
    `.execute(tx)
  })
  return 0
}
