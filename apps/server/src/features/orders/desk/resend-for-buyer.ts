import type { orderDesk, ResultOf } from '@foyer/contract'
import { orderNumberOf } from '@foyer/domain'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { selectOpenOrder } from '../../../engine/orders/find-order.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { resendConfirmation } from '../resend-confirmation.ts'

/** Sends a confirmation again, by the same rules as when its buyer asks for it. */
export async function resendForBuyer({
  context,
  tenant,
  principal,
  params: { orderId },
}: Call<typeof orderDesk.resendOrder>): Promise<ResultOf<typeof orderDesk.resendOrder>> {
  const row = await context.db.withTenant(tenant.id, (tx) => selectOpenOrder(tx, orderId))
  if (!row) return ORDER_NOT_FOUND
  const of = { row, isByLinkAlone: false }
  const sent = await resendConfirmation({ context, tenant, principal: of })
  if (sent.ok) {
    await context.db.withTenant(tenant.id, (tx) =>
      writeAuditEntry(tx, {
        personId: principal.session.personId,
        action: 'order.confirmation_resent',
        entityId: orderId,
        entityName: orderNumberOf(orderId),
      }),
    )
  }
  return sent
}
