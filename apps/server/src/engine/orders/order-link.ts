import type { TenantTx } from '@foyer/db'
import { orderLinkEndsAt } from '@foyer/domain'

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
