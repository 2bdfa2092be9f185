import { granted, type orderChanges, type ResultOf } from '@foyer/contract'
import type { Call } from '../../http/endpoint.ts'
import { changeOrder } from './change-order.ts'

/** Takes an order, or some of its tickets, to another session of its event. */
export async function rescheduleOrder(
  call: Call<typeof orderChanges.rescheduleOrder>,
): Promise<ResultOf<typeof orderChanges.rescheduleOrder>> {
  const { newSessionId, ticketIds, reason } = call.body
  const changed = await changeOrder(
    { context: call.context, tenant: call.tenant, client: call.request.network },
    call.principal.row.id,
    { type: 'reschedule', newSessionId, ticketIds, reason },
  )
  return changed.ok ? granted({ success: true }) : changed
}

/** Turns one ticket of an order, or several, into tickets of a dearer type. */
export async function upgradeOrder(
  call: Call<typeof orderChanges.upgradeOrder>,
): Promise<ResultOf<typeof orderChanges.upgradeOrder>> {
  const { ticketId, ticketIds = [], newTicketTypeId } = call.body
  const changed = await changeOrder(
    { context: call.context, tenant: call.tenant, client: call.request.network },
    call.principal.row.id,
    { type: 'upgrade', newTicketTypeId, ticketIds: [...new Set([ticketId, ...ticketIds])] },
  )
  return changed.ok ? granted({ success: true, data: changed.value }) : changed
}
