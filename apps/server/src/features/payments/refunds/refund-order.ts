import { granted, type Result, refused } from '@foyer/contract'
import { sql } from 'kysely'
import type { MoneyContext, Tenant } from '../../../context.ts'
import {
  type DecidedRefund,
  type RefundCode,
  type RefundOrderParams,
  refundOrderOp,
} from '../../../engine/money/refund-order.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'

const NOTHING_PAID = refused('refund_not_possible', 'Nothing was paid for this order.', {
  reason: 'nothing_left',
  leftMinor: 0,
})

const DISPUTED = refused(
  'refund_not_possible',
  'The buyer’s bank takes this charge back: what is refunded as well would be paid twice.',
  { reason: 'charge_disputed' },
)

/**
 * Refunds an order: all of it, some tickets, or an amount, with or without the service fees. The
 * decision and the end of the tickets are one transaction; a job sends the refund to the provider.
 * Refuses with `refund_not_possible` and the reason if the order does not allow it.
 */
export async function refundOrder(
  context: Pick<MoneyContext, 'db' | 'lanes' | 'kickJobs'>,
  tenant: Pick<Tenant, 'id'>,
  { orderId, ...refund }: Omit<RefundOrderParams, 'cartId' | 'paymentId'>,
): Promise<Result<DecidedRefund, RefundCode | 'busy'>> {
  const order = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('orders')
      .select(['cart_id as cartId', 'payment_id as paymentId'])
      .select(
        sql<boolean>`exists (select from disputes d where d.tenant_id = orders.tenant_id
          and d.payment_id = orders.payment_id and d.state in ('opened', 'lost'))`.as('isDisputed'),
      )
      .where('id', '=', orderId)
      .executeTakeFirst(),
  )
  if (!order) return ORDER_NOT_FOUND
  const { cartId, paymentId, isDisputed } = order
  if (!paymentId) return NOTHING_PAID
  if (isDisputed) return DISPUTED
  const decided = await context.lanes.submit(
    tenant.id,
    refundOrderOp({ orderId, cartId, paymentId, ...refund }),
  )
  if (!decided.ok) return decided
  context.kickJobs(tenant.id)
  return granted(decided.value)
}
