import { granted, type orderDesk, type ResultOf, refused } from '@foyer/contract'
import { maskEmail, orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { queueMail } from '../../../engine/mails/queue-mail.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'

/**
 * Corrects the address of an order. Whoever has the wrong one can no longer open the order: not with it,
 * and not by a link that was mailed to it. The browser that bought it still can. Mails that were not sent
 * yet go to the new address, and so does the confirmation.
 */
export async function correctAddress({
  context,
  tenant,
  principal,
  params: { orderId },
  body: { from, to },
}: Call<typeof orderDesk.correctAddress>): Promise<ResultOf<typeof orderDesk.correctAddress>> {
  const corrected = await context.db.withTenant(tenant.id, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['email', 'erased_at'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.erased_at) return ORDER_NOT_FOUND
    // A repeated call, or somebody else who corrected it in the same way.
    if (order.email === to) return granted({ email: to })
    if (order.email !== from) {
      return refused(
        'changed_meanwhile',
        'Somebody else has changed the address of this order. Nothing was changed now; please look at the new address first.',
        { current: { email: order.email } },
      )
    }
    await sql`
      update orders set email = ${to}, contact = jsonb_set(contact, '{email}', to_jsonb(${to}::text))
      where id = ${orderId}`.execute(tx)
    await sql`
      insert into order_link_ends (tenant_id, order_id, times)
      values (current_tenant(), ${orderId}, 1)
      on conflict (tenant_id, order_id) do update set times = order_link_ends.times + 1`.execute(tx)
    await sql`
      update mails set recipient = ${to}
      where order_id = ${orderId} and recipient = ${from} and state in ('queued', 'held_back')`.execute(
      tx,
    )
    await queueMail(tx, {
      kind: 'confirmation',
      orderId,
      recipient: to,
      data: {},
      isResend: true,
    })
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'order.address_corrected',
      entityId: orderId,
      entityName: orderNumberOf(orderId),
      // The log is kept for longer than what is known of a buyer.
      before: { email: maskEmail(from) },
      after: { email: maskEmail(to) },
    })
    return granted({ email: to })
  })
  context.kickJobs(tenant.id)
  return corrected
}
