import { granted, type orderChanges, type ResultOf } from '@foyer/contract'
import { toMajor } from '@foyer/domain'
import { accountForBrowser } from '../../adapters/payment-gateway.ts'
import { payForChange } from '../../engine/orders/pay-for-change.ts'
import type { Call } from '../../http/endpoint.ts'
import { changeOrder } from './change-order.ts'

/** Holds what a change is to get, and makes a payment intent over exactly its difference. */
export async function payChange(
  call: Call<typeof orderChanges.payChange>,
): Promise<ResultOf<typeof orderChanges.payChange>> {
  const { context, tenant, body, request, principal } = call
  const { change, amount, currency } = body
  const paid = await payForChange(
    context,
    tenant,
    { orderId: principal.row.id, change, amount, currency, network: request.network },
    (err) => request.log.warn({ err }, 'payment provider refused or unreachable'),
  )
  if (!paid.ok) return paid
  const { held, intent } = paid.value
  return granted({
    clientSecret: intent.clientSecret,
    paymentIntentId: intent.id,
    ...accountForBrowser(intent),
    amount: toMajor(held.quote.totalMinor, held.quote.currency),
    currency: held.quote.currency,
    expiresAt: held.expiresAt.toISOString(),
  })
}

/** Takes an order, or some of its tickets, to another session of its event. */
export async function rescheduleOrder(
  call: Call<typeof orderChanges.rescheduleOrder>,
): Promise<ResultOf<typeof orderChanges.rescheduleOrder>> {
  const { newSessionId, ticketIds, reason, paymentIntentId } = call.body
  const changed = await changeOrder(
    { context: call.context, tenant: call.tenant, client: call.request.network },
    call.principal.row.id,
    { type: 'reschedule', newSessionId, ticketIds, reason },
    paymentIntentId ?? null,
  )
  return changed.ok ? granted({ success: true }) : changed
}

/** Turns one ticket of an order, or several, into tickets of a dearer type. */
export async function upgradeOrder(
  call: Call<typeof orderChanges.upgradeOrder>,
): Promise<ResultOf<typeof orderChanges.upgradeOrder>> {
  const { ticketId, ticketIds = [], newTicketTypeId, paymentIntentId } = call.body
  const changed = await changeOrder(
    { context: call.context, tenant: call.tenant, client: call.request.network },
    call.principal.row.id,
    { type: 'upgrade', newTicketTypeId, ticketIds: [...new Set([ticketId, ...ticketIds])] },
    paymentIntentId ?? null,
  )
  return changed.ok ? granted({ success: true, data: changed.value }) : changed
}
