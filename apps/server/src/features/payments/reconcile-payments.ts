import { sql } from 'kysely'
import type { Context, Tenant } from '../../context.ts'
import { updatePayment } from './queries.ts'
import { settlePayment } from './settle-payment.ts'

interface DuePayment {
  id: string
  state: 'created' | 'open' | 'refund_due'
  intent_id: string | null
}

/**
 * Looks at payments that are due: asks the provider about open ones, and makes refunds that are
 * owed. Claims them by moving their next look into the future, so many processes may run this.
 * Returns how many it looked at.
 */
export async function reconcilePayments(context: Context, tenant: Tenant): Promise<number> {
  const due = await context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<DuePayment>`
      update payments set attempts = attempts + 1,
        next_check_at = clock_timestamp() + make_interval(secs => least(300, 15 * (attempts + 1)))
      where id in (
        select id from payments
        where state in ('created', 'open', 'refund_due') and next_check_at <= clock_timestamp()
        order by next_check_at limit 20 for update skip locked)
      returning id, state, intent_id`.execute(tx)
    return rows
  })
  for (const payment of due) {
    try {
      await look(context, tenant, payment)
    } catch (error) {
      context.log.warn({ err: error, paymentId: payment.id }, 'payment not settled, trying again')
    }
  }
  return due.length
}

async function look(context: Context, tenant: Tenant, payment: DuePayment): Promise<void> {
  if (!payment.intent_id) return
  if (payment.state !== 'refund_due') {
    const intent = await context.payments.retrieveIntent(payment.intent_id)
    await settlePayment(context, tenant, payment.id, intent)
    return
  }
  const refundId = await context.payments.refundIntent(payment.intent_id, `refund-${payment.id}`)
  await context.db.withTenant(tenant.id, (tx) =>
    updatePayment(tx, payment.id, { state: 'refunded', refundId }),
  )
}
