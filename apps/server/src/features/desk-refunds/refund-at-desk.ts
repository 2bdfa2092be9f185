import { type deskRefunds, granted, type ResultOf } from '@foyer/contract'
import { refundNumberOf } from '@foyer/domain'
import { refundOrderOp } from '../../engine/money/refund-order.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * Refunds an order for the team. The key is the request's own, so a repeated request makes no second
 * refund; two people at once are told apart by what each of them saw as refunded.
 */
export async function refundAtDesk({
  context,
  tenant,
  principal,
  params: { orderId },
  body: { key, wanted, shown, reason, note },
  request,
}: Call<typeof deskRefunds.refundOrder>): Promise<ResultOf<typeof deskRefunds.refundOrder>> {
  const decided = await context.lanes.submit(
    tenant.id,
    refundOrderOp({
      orderId,
      requested: wanted,
      reason,
      key: `desk:${orderId}:${key}`,
      desk: { personId: principal.session.personId, note, shown },
    }),
    request.network,
  )
  if (!decided.ok) return decided
  context.kickJobs(tenant.id)
  const { refundId, amountMinor, currency, ticketIds } = decided.value
  const reference = refundNumberOf(refundId)
  return granted({ refundId, reference, amountMinor, currency, ticketCount: ticketIds.length })
}
