import type { TenantTx } from '@foyer/db'
import { sql } from 'kysely'

/**
 * How often an order was rescheduled, and when it last was. Its tickets may be rescheduled together
 * or one by one.
 */
export async function selectReschedules(
  tx: TenantTx,
  orderId: string,
): Promise<{ count: number; lastAt: Date | null }> {
  const row = await tx
    .selectFrom('ticket_events as e')
    .innerJoin('tickets as t', (join) =>
      join.onRef('t.tenant_id', '=', 'e.tenant_id').onRef('t.id', '=', 'e.ticket_id'),
    )
    // The tickets that one transaction reschedules share a timestamp and count once.
    .select(sql<number>`count(distinct e.at)::integer`.as('count'))
    .select(sql<Date | null>`max(e.at)`.as('lastAt'))
    .where('t.order_id', '=', orderId)
    .where('e.kind', '=', 'rescheduled')
    .executeTakeFirstOrThrow()
  return row
}
