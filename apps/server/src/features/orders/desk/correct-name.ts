import { granted, type orderDesk, type ResultOf, refused } from '@foyer/contract'
import { orderNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import { writeAuditEntry } from '../../../engine/audit-log/write-entry.ts'
import { queueMail } from '../../../engine/mails/queue-mail.ts'
import { ORDER_NOT_FOUND } from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'

/**
 * Corrects the name of an order, which its tickets and passes show, whatever the policy of the event says.
 * The tickets are mailed anew; their codes stay, so those that were printed before admit as well.
 */
export async function correctName({
  context,
  tenant,
  principal,
  params: { orderId },
  body: { from, to, reason },
}: Call<typeof orderDesk.correctName>): Promise<ResultOf<typeof orderDesk.correctName>> {
  const corrected = await context.db.withTenant(tenant.id, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .select(['email', 'contact', 'erased_at'])
      .where('id', '=', orderId)
      .forUpdate()
      .executeTakeFirst()
    if (!order || order.erased_at) return ORDER_NOT_FOUND
    const { firstName, lastName } = order.contact
    const isNow = (name: typeof to) => name.firstName === firstName && name.lastName === lastName
    // A repeated call, or somebody else who corrected it in the same way.
    if (isNow(to)) return granted(to)
    if (!isNow(from)) {
      return refused(
        'changed_meanwhile',
        'Somebody else has changed the name of this order. Nothing was changed now; please look at the new name first.',
        { current: { firstName, lastName } },
      )
    }
    await sql`update orders set contact = contact || ${JSON.stringify(to)}::jsonb
      where id = ${orderId}`.execute(tx)
    if (order.email !== '') {
      await queueMail(tx, {
        kind: 'confirmation',
        orderId,
        recipient: order.email,
        data: {},
        isResend: true,
      })
    }
    await writeAuditEntry(tx, {
      personId: principal.session.personId,
      action: 'order.name_corrected',
      entityId: orderId,
      entityName: orderNumberOf(orderId),
      // Without the names: the log is kept for longer than what is known of a buyer.
      after: { reason },
    })
    return granted(to)
  })
  context.kickJobs(tenant.id)
  return corrected
}
