import { type deskChanges, granted, type ResultOf } from '@foyer/contract'
import { paymentsOn } from '../../adapters/payment-gateway.ts'
import { withdrawChangeOp } from '../../engine/orders/withdraw-change.ts'
import { ORDER_NOT_FOUND } from '../../engine/refusals.ts'
import type { Call } from '../../http/endpoint.ts'
import { openOrderOf } from './change-at-desk.ts'

/** Withdraws a change that its buyer has not paid for. */
export async function withdrawChange(
  call: Call<typeof deskChanges.withdrawChange>,
): Promise<ResultOf<typeof deskChanges.withdrawChange>> {
  const { context, tenant, principal, request } = call
  const row = await openOrderOf(call)
  if (!row) return ORDER_NOT_FOUND
  const withdrawn = await context.lanes.submit(
    tenant.id,
    withdrawChangeOp(row.id, { personId: principal.session.personId }),
    request.network,
  )
  if (!withdrawn.ok) return withdrawn
  const intent = withdrawn.value?.intent
  // Best effort: if it is paid at this very moment, the payment is refunded.
  if (intent) {
    await paymentsOn(context.payments, intent.accountId)
      .cancelIntent(intent.id)
      .catch(() => {})
  }
  context.kickJobs(tenant.id)
  return granted({ wasOffered: withdrawn.value !== null })
}
