import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/** Selects a ticket by its id, for the check of its code; undefined if there is none. */
export const selectTicket = (tx: TenantTx, ticketId: string) =>
  tx
    .selectFrom('tickets')
    .select(['id', 'order_id', 'session_id', 'number', 'type_name'])
    .select(['status', 'validation_code', 'redeemed_at'])
    .where('id', '=', ticketId)
    .executeTakeFirst()

/**
 * How often an order was rescheduled, and when it last was: its tickets move together or one by
 * one.
 */
export async function selectMoves(
  tx: TenantTx,
  orderId: string,
): Promise<{ count: number; lastAt: Date | null }> {
  const row = await tx
    .selectFrom('ticket_events as m')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.tenant_id', '=', 'm.tenant_id').onRef('t.id', '=', 'm.ticket_id'),
    )
    // Everything that one transaction rescheduled counts once: it has one timestamp.
    .select(sql<number>`count(distinct m.at)::integer`.as('count'))
    .select(sql<Date | null>`max(m.at)`.as('lastAt'))
    .where('t.order_id', '=', orderId)
    .where('m.kind', '=', 'moved')
    .executeTakeFirstOrThrow()
  return row
}
