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

/** Selects how often an order was changed, and when it last was. */
export const selectChanges = (tx: TenantTx, orderId: string) =>
  tx
    .selectFrom('order_changes')
    .select(sql<number>`count(*)::integer`.as('count'))
    .select(sql<Date | null>`max(done_at)`.as('lastAt'))
    .where('order_id', '=', orderId)
    .where('state', '=', 'done')
    .executeTakeFirstOrThrow()
