import { type checkout, granted, type OutputOf, type Result } from '@foyer/contract'
import { rescheduleOrderOp } from '../../engine/ops/reschedule-order.ts'
import type { Call } from '../../http/endpoint.ts'
import { findOrder } from './open-order.ts'

/**
 * Moves an order to another session of its event where that costs no more; the places change in one
 * transaction, and a new confirmation replaces the old codes.
 */
export async function rescheduleOrder(
  call: Call<typeof checkout.rescheduleOrder>,
): Promise<Result<OutputOf<typeof checkout.rescheduleOrder>>> {
  const { context, tenant, params, body } = call
  const credential = { browserId: call.browser.id(), email: body.customerEmail }
  const found = await context.db.withTenant(tenant.id, (tx) =>
    findOrder(context, tenant, tx, params.orderId, credential),
  )
  if (!found.ok) return found
  const { id, cart_id: cartId } = found.value.row
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
