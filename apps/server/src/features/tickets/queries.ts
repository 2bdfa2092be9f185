import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Selects the ticket that a ticket of an order is now: itself, or what replaced it. */
export const selectCurrentTicketId = (tx: TenantTx, orderId: string, ticketId: string) =>
  tx
    .selectFrom('tickets as old')
    .innerJoin('tickets as t', (join) =>
      join
        .onRef('t.tenant_id', '=', 'old.tenant_id')
        .onRef('t.order_id', '=', 'old.order_id')
        // A ticket has the number of the one that it replaced.
        .onRef('t.number', '=', 'old.number')
        .on('t.replaced_by', 'is', null),
    )
    .select('t.id')
    .where('old.id', '=', ticketId)
    .where('old.order_id', '=', orderId)
    .executeTakeFirst()

/**
 * Selects how often what a calendar shows of an order has changed, and when it last did: by changes of
 * the order, and by the organizer, who moved or called off a session that it has or had tickets for.
 * The count never falls.
 */
export async function selectRevision(
  tx: TenantTx,
  orderId: string,
): Promise<{ count: number; lastAt: Date | null }> {
  const { rows } = await sql<{ count: number; lastAt: Date | null }>`
    select count(*)::integer as count, max(at) as "lastAt" from (
      select done_at as at from order_changes where order_id = ${orderId} and state = 'done'
      union all
      select created_at from session_disruptions
      where session_id in (select session_id from tickets where order_id = ${orderId})) revisions`.execute(
    tx,
  )
  return rows[0] ?? { count: 0, lastAt: null }
}
