import { sql } from 'kysely'
import type { Context, Tenant } from '../context.ts'

/** A payment that was given up may have been charged all the same: that is found out within a day. */
const KEPT_HOURS = 24

/**
 * Forgets whom carts were for once nothing is held or under way for them: an order has its own copy,
 * and the next purchase under the same cart number shall not be sent to the buyer of the last.
 * Returns 0: it leaves nothing over.
 */
export async function forgetContacts({ db }: Context, tenant: Tenant): Promise<number> {
  await db.longWork.withTenant(tenant.id, (tx) =>
    sql`
    delete from cart_contacts c
    where created_at < clock_timestamp() - make_interval(hours => ${KEPT_HOURS})
      and not exists (select from holds h
        where h.tenant_id = c.tenant_id and h.cart_id = c.cart_id and h.state = 'held')
      and not exists (select from payments p
        where p.tenant_id = c.tenant_id and p.cart_id = c.cart_id and p.state in ('created', 'open'))
    `.execute(tx),
  )
  return 0
}
