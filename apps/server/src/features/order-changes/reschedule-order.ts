import { granted, type orderChanges, type ResultOf } from '@foyer/contract'
import { rescheduleOrderOp } from '../../engine/orders/reschedule-order.ts'
import type { Call } from '../../http/endpoint.ts'

/**
 * Reschedules an order to another session of its event if nothing has to be paid for it. The stock of
 * both sessions changes in one transaction, and a new confirmation replaces the old codes.
 */
export async function rescheduleOrder(
  call: Call<typeof orderChanges.rescheduleOrder>,
): Promise<ResultOf<typeof orderChanges.rescheduleOrder>> {
  const { context, tenant, body } = call
  const { id, cart_id: cartId } = call.principal.row
  const rescheduled = await context.lanes.submit(
    tenant.id,
    rescheduleOrderOp(
      { id, cartId, toSessionId: body.newSessionId },
      context.bounds.reschedulesOfOneOrder,
    ),
    call.request.network,
  )
  if (!rescheduled.ok) return rescheduled
  context.kickJobs(tenant.id)
  return granted({ success: true })
}
