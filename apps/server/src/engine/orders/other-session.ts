import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Whether the event of order `o` has a session on sale that ticket `t` is not for. */
export const hasOtherSession = sql<boolean>`exists (
  select from offered_sessions other
  where other.tenant_id = o.tenant_id and other.event_id = o.event_id
    and other.session_id <> t.session_id and other.is_on_sale)`

/** Whether a session is on sale that a valid ticket of the order is not for. */
export async function selectHasOtherSession(tx: TenantTx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from tickets t join orders o on o.tenant_id = t.tenant_id and o.id = t.order_id
    where t.order_id = ${orderId} and t.status = 'VALID' and ${hasOtherSession} limit 1`.execute(tx)
  return rows.length > 0
}
