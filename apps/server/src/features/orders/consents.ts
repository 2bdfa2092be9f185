import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** What the buyer of an order agreed to and may take back. */
export async function readConsents(tx: TenantTx, orderId: string) {
  const row = await tx
    .selectFrom('order_consents')
    .select(['marketing_text', 'accepted_at'])
    .where('order_id', '=', orderId)
    .where('marketing_revoked_at', 'is', null)
    .executeTakeFirst()
  const text = row?.marketing_text
  return {
    marketing: row && text ? { text, acceptedAt: row.accepted_at.toISOString() } : null,
  }
}

/** Takes back the consent to news of every order of the address: nobody is asked order by order. */
export async function revokeMarketing(tx: TenantTx, orderId: string) {
  await sql`
    update order_consents c set marketing_revoked_at = clock_timestamp()
    from orders o, orders named
    where named.tenant_id = c.tenant_id and named.id = ${orderId}
      and o.tenant_id = c.tenant_id and o.id = c.order_id
      and (o.id = named.id or (o.email = named.email and o.email <> ''))
      and c.marketing_text is not null and c.marketing_revoked_at is null`.execute(tx)
  return readConsents(tx, orderId)
}
