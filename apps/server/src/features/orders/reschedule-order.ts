import { type checkout, granted, type ResultOf } from '@foyer/contract'
import { rescheduleOrderOp } from '../../engine/ops/reschedule-order.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * Moves an order to another session of its event where that costs no more; the places change in one
 * transaction, and a new confirmation replaces the old codes.
 */
export async function rescheduleOrder(
  call: Call<typeof checkout.rescheduleOrder>,
): Promise<ResultOf<typeof checkout.rescheduleOrder>> {
  const { context, tenant, body } = call
  const { id, cart_id: cartId } = call.principal.row
  const moved = await context.lanes.submit(
    tenant.id,
    rescheduleOrderOp(
      { id, cartId, toSessionId: body.newSessionId },
      context.bounds.reschedulesOfOneOrder,
    ),
    call.request.network,
  )
  if (!moved.ok) return moved
  context.kickJobs()
  return granted({ success: true })
}
