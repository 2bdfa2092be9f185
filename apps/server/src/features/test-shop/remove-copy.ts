import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** What names an event and goes with it, children first; what is not here goes by cascades. */
const OF_EVENT = [
  ...['cart_items', 'checkout_rule_events', 'sessions', 'ticket_types', 'ticket_groups', 'add_ons'],
  ...['event_change_policies', 'event_pictures', 'waiver_texts'],
]

/**
 * Deletes a copy, so that tests that are started again and again fill no storage. What was held or ordered
 * stays, off sale: the books name its dates for good, and its buyer may look at the order.
 */
export async function removeCopy(tx: TenantTx, copyId: string): Promise<void> {
  await tx.updateTable('events').set({ is_published: false }).where('id', '=', copyId).execute()
  const items = sql`(select id from sessions where event_id = ${copyId}
    union all select id from add_ons where event_id = ${copyId})`
  // Behind these locks no hold is granted any more.
  await sql`select from stock where session_id in ${items}
    order by session_id, pool_id for update`.execute(tx)
  const { rows } = await sql<{ id: string; isUsed: boolean }>`
    select i.id, exists (select from stock_ledger l where l.session_id = i.id)
        or exists (select from stock_ledger_sums l where l.session_id = i.id)
        or exists (select from session_disruptions d where d.session_id = i.id) as "isUsed"
    from ${items} i`.execute(tx)
  const unused = rows.flatMap(({ id, isUsed }) => (isUsed ? [] : [id]))
  const ofUnused = sql`session_id = any(${unused}::uuid[])`
  await sql`delete from cart_items where event_id = ${copyId}`.execute(tx)
  await sql`delete from stock where ${ofUnused}`.execute(tx)
  await sql`delete from session_prices where ${ofUnused}`.execute(tx)
  await sql`delete from sessions where id = any(${unused}::uuid[])`.execute(tx)
  if (unused.length < rows.length || (await hasUses(tx, copyId))) return
  for (const table of OF_EVENT) {
    await sql`delete from ${sql.table(table)} where event_id = ${copyId}`.execute(tx)
  }
  await tx.deleteFrom('events').where('id', '=', copyId).execute()
}

/** Whether something else than a date names the copy. */
async function hasUses(tx: TenantTx, copyId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from coupon_uses where event_id = ${copyId})
      or exists (select from waiver_signatures where event_id = ${copyId})
      or exists (select from orders where event_id = ${copyId}) as has`.execute(tx)
  return rows[0]?.has ?? false
}
