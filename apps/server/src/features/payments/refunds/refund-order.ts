import type { Result } from '@foyer/contract'
import type { MoneyContext, Tenant } from '../../../context.ts'
import {
  type DecidedRefund,
  type RefundCode,
  type RefundOrderParams,
  refundOrderOp,
} from '../../../engine/money/refund-order.ts'

/**
 * Refunds an order: all of it, some tickets, or an amount, with or without the service fees. The
 * decision and the end of the tickets are one transaction; a job sends the refund to the provider.
 * Refuses with `refund_not_possible` and the reason if the order does not allow it.
 */
export async function refundOrder(
  context: Pick<MoneyContext, 'lanes' | 'kickJobs'>,
  tenant: Pick<Tenant, 'id'>,
  params: RefundOrderParams,
): Promise<Result<DecidedRefund, RefundCode | 'busy'>> {
  const decided = await context.lanes.submit(tenant.id, refundOrderOp(params))
  if (decided.ok) context.kickJobs(tenant.id)
  return decided
}
