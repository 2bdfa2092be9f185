import type { Database } from '@foyer/db'
import { sql } from 'kysely'
import type { Cells } from '../cells/cells.ts'
import { type Buyer, ofBuyer } from './find-buyer.ts'
import { clearPayments, takePersonOut } from './take-person-out.ts'

/** Few enough that no lane waits long for their locks. */
const ORDERS_AT_ONCE = 50

/**
 * Erases one buyer of a tenant, as found in {@link Buyer}: orders lose their personal data; mails,
 * contacts and stored selections are deleted. It may be repeated. It does not change data at the
 * payment provider.
 */
export async function eraseBuyer(
  db: Database,
  cells: Pick<Cells, 'opened'>,
  tenantId: number,
  buyer: Buyer,
): Promise<void> {
  const { email, orders, paymentIds, contactCartIds, browserIds } = buyer
  for (let from = 0; from < orders.length; from += ORDERS_AT_ONCE) {
    const some = orders.slice(from, from + ORDERS_AT_ONCE)
    await db.longWork.withTenant(tenantId, (tx) => takePersonOut(tx, some))
  }
  await db.longWork.withTenant(tenantId, async (tx) => {
    await clearPayments(tx, paymentIds)
    // What the buyer began or ordered after `buyer` was read is complete: its contact and its mails stay.
    await sql`delete from cart_contacts c where cart_id = any(${contactCartIds})
      or (lower(contact ->> 'email') = ${email} and not exists (select from payments p
        where p.tenant_id = c.tenant_id and p.cart_id = c.cart_id
          and p.state in ('created', 'open'))
      and not exists (select from orders o
        where o.tenant_id = c.tenant_id and o.cart_id = c.cart_id and o.email = ${email}))`.execute(
      tx,
    )
    await sql`delete from mails where ${ofBuyer(
      email,
      orders.map(({ id }) => id),
      paymentIds,
    )} and not exists (select from orders o where o.tenant_id = mails.tenant_id
      and o.id = mails.order_id and o.email = ${email})`.execute(tx)
    // Participants of other buyers' orders.
    await sql`delete from waiver_signatures where lower(email) = ${email}`.execute(tx)
    await sql`delete from cart_items where browser_id = any(${browserIds})`.execute(tx)
    await sql`delete from order_lookups where email = ${email}`.execute(tx)
    // No rule depends on this column, so the session needs no lock.
    await sql`update holds set customer_identifier = null
      where lower(customer_identifier) = ${email}`.execute(tx)
  })
  // Each cell has the provider's reports.
  for (const cell of cells.opened()) {
    await sql`delete from provider_events
      where intent_id = any(${buyer.intentIds}) and state <> 'queued'`.execute(cell.db.registry)
  }
}
