import { sql } from 'kysely'
import { type MoneyContext, onAccount, type Tenant } from '../../../context.ts'
import { dueRows } from '../../../engine/due-rows.ts'
import { findPaymentById, updatePayment } from '../queries.ts'
import { settlePayment } from '../settle/settle-payment.ts'

interface DuePayment {
  id: string
  intent_id: string | null
  account_id: string | null
  /**
   * True if the provider's list of intents was read, with a margin, after the payment was recorded.
   */
  was_looked_for: boolean
}

/** How long the provider may still execute a call that this server has given up. */
const LATE_INTENT_SECONDS = 600

const DUE = dueRows({
  table: 'payments',
  at: 'next_check_at',
  isOpen: sql`state in ('created', 'open')`,
  limit: 20,
})

/**
 * Fetches unsettled payments from the provider, whether or not a webhook reported them. Many
 * processes may run this. Returns how many it read.
 */
export async function reconcilePayments(context: MoneyContext, tenant: Tenant): Promise<number> {
  const due = await context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<DuePayment>`
      ${DUE}
      update payments set attempts = attempts + 1,
        next_check_at = clock_timestamp() + make_interval(secs => least(300, 15 * (attempts + 1)))
      where id in (select id from due)
      returning id, intent_id, account_id, created_at < (
        select reached_at - make_interval(secs => ${LATE_INTENT_SECONDS})
        from provider_watermarks w
        where w.kind = 'intents' and w.account_id = coalesce(payments.account_id, '')) as was_looked_for`.execute(
      tx,
    )
    return rows
  })
  await Promise.all(
    due.map(async (payment) => {
      try {
        await look(onAccount(context, payment.account_id), tenant, payment)
      } catch (error) {
        context.log.warn({ err: error, paymentId: payment.id }, 'payment not settled, trying again')
      }
    }),
  )
  return due.length
}

async function look(context: MoneyContext, tenant: Tenant, payment: DuePayment): Promise<void> {
  const intent = payment.intent_id ? await context.payments.retrieveIntent(payment.intent_id) : null
  if (intent) {
    const row = await context.db.withTenant(tenant.id, (tx) => findPaymentById(tx, payment.id))
    if (row) await settlePayment(context, tenant, row, intent)
    return
  }
  // A payment may lack an intent because the answer of the call that made it was lost. Only if the
  // provider's list has none either, none exists.
  if (payment.intent_id === null && !payment.was_looked_for) return
  await context.db.withTenant(tenant.id, (tx) =>
    updatePayment(tx, payment.id, { state: 'canceled' }),
  )
}
