import type { TenantTx } from '@foyer/db'
import { orderLinkEndsAt } from '@foyer/domain'
import { sql } from 'kysely'

/** How often the links of an order `o` were ended, because its address was corrected. */
export const linkEnds = sql<number>`coalesce((
  select x.times from order_link_ends x
  where x.tenant_id = o.tenant_id and x.order_id = o.id), 0)`

/** How often the links of an order were ended. */
export async function selectLinkEnds(tx: TenantTx, orderId: string): Promise<number> {
  const order = await tx
    .selectFrom('orders as o')
    .select(linkEnds.as('link_ends'))
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  return order?.link_ends ?? 0
}

/** When a link to an order that was sent at `sentAt` ends. */
export async function endOfOrderLink(tx: TenantTx, orderId: string, sentAt: Date): Promise<Date> {
  const { endsAt } = await tx
    .selectFrom('tickets as t')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.tenant_id', '=', 't.tenant_id').onRef('s.id', '=', 't.session_id'),
    )
    .select(({ fn }) => fn.max<Date | null>('s.ends_at').as('endsAt'))
    .where('t.order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return orderLinkEndsAt(endsAt ?? sentAt, sentAt)
}

/**
 * How often the links of an order had been ended for the recipient of a mail. A mail that was taken from
 * the outbox just before its order's address was corrected goes to the old address: the number 0 makes
 * its link one that has ended.
 */
export async function linkEndsFor(
  tx: TenantTx,
  orderId: string,
  recipient: string,
): Promise<number> {
  const order = await tx
    .selectFrom('orders as o')
    .select(['o.email', linkEnds.as('link_ends')])
    .where('o.id', '=', orderId)
    .executeTakeFirst()
  return order?.email === recipient ? order.link_ends : 0
}
