import { sql } from 'kysely'
import { ProviderError } from '../../../adapters/payment-gateway.ts'
import { type MoneyContext, onAccount, type Tenant } from '../../../context.ts'
import { dueRows } from '../../../engine/due-rows.ts'
import { nextTry } from '../../../engine/next-try.ts'
import { changeRefund, findPaymentById } from '../queries.ts'
import { settleRefund } from './settle-refunds.ts'

interface DueRefund {
  id: string
  payment_id: string
  amount_minor: number
  key_number: number
  attempts: number
}

const DUE = dueRows({
  table: 'refunds',
  at: 'next_attempt_at',
  isOpen: sql`state in ('queued', 'pending')`,
  limit: 20,
})

/**
 * Makes the decided refunds at the provider, and fetches the state of those that it has not
 * finished. Many processes may run this. Returns how many were tried.
 */
export async function makeRefunds(context: MoneyContext, tenant: Tenant): Promise<number> {
  const due = await context.db.withTenant(tenant.id, async (tx) => {
    const { rows } = await sql<DueRefund>`
      ${DUE}
      update refunds set attempts = attempts + 1, next_attempt_at = ${nextTry('attempts')}
      where id in (select id from due)
      returning id, payment_id, amount_minor, key_number, attempts`.execute(tx)
    return rows
  })
  await Promise.all(
    due.map(async (refund) => {
      try {
        await makeRefund(context, tenant, refund)
      } catch (error) {
        context.log.warn({ err: error, refundId: refund.id }, 'refund not made, trying again')
        const isSpent = error instanceof ProviderError && error.isStored
        await context.db.withTenant(tenant.id, (tx) =>
          changeRefund(tx, refund.id, {
            last_error: String(error),
            ...(isSpent ? { key_number: refund.key_number + 1 } : {}),
          }),
        )
      }
    }),
  )
  return due.length
}

async function makeRefund(context: MoneyContext, tenant: Tenant, refund: DueRefund): Promise<void> {
  const payment = await context.db.withTenant(tenant.id, (tx) =>
    findPaymentById(tx, refund.payment_id),
  )
  if (!payment?.intentId) return
  const { intentId, platformFeeMinor } = payment
  const on = onAccount(context, payment.accountId)
  // It was tried before, or is in progress: the provider's state is read first, because only then a
  // new key is safe.
  if (refund.attempts > 1) {
    for (const reported of await on.payments.refundsOf(intentId)) {
      await settleRefund(on, tenant, payment, reported)
    }
  }
  const now = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('refunds as r')
      .select(['r.state', 'r.key_number'])
      .select(({ selectFrom }) =>
        selectFrom('refunds as o')
          .select((eb) => eb.fn.sum<string | null>('o.platform_fee_minor').as('minor'))
          .whereRef('o.payment_id', '=', 'r.payment_id')
          .as('platformFeeReturned'),
      )
      .where('r.id', '=', refund.id)
      .executeTakeFirst(),
  )
  if (now?.state !== 'queued') return
  const reported = await on.payments.createRefund(
    {
      intentId,
      amountMinor: refund.amount_minor,
      refundId: refund.id,
      keyNumber: now.key_number,
      // The provider refuses it for a charge without a fee.
      returnsPlatformFee: (platformFeeMinor ?? 0) > Number(now.platformFeeReturned ?? 0),
    },
    `${refund.id}-${now.key_number}`,
  )
  await settleRefund(on, tenant, payment, reported)
}
