import { disputePostings } from '@foyer/domain'
import type { Intent, ProviderDispute } from '../../../adapters/payment-gateway.ts'
import type { MoneyContext } from '../../../context.ts'
import { lockPaymentOf, tenantOf } from '../queries.ts'
import { post } from '../settle/money-ledger.ts'

/**
 * Records that the buyer's bank takes a charge back, or how that ended. Tickets stay valid: people
 * decide about the buyer, and find the dispute among the problems. Returns false if the dispute is
 * not about a payment of ours, or nothing was withdrawn yet.
 */
export async function settleDispute(
  context: MoneyContext,
  intent: Intent,
  dispute: ProviderDispute,
): Promise<boolean> {
  const tenant = tenantOf(context, intent)
  const { id, stage, amountMinor, currency } = dispute
  if (!tenant || stage === null) return false
  return context.db.withTenant(tenant.id, async (tx) => {
    const payment = await lockPaymentOf(tx, intent.id)
    if (payment?.account_id !== intent.accountId) return false
    await tx
      .insertInto('disputes')
      .values({
        tenant_id: tenant.id,
        id,
        payment_id: payment.id,
        amount_minor: amountMinor,
        currency,
        state: stage,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'id'])
          .doUpdateSet({ state: stage })
          // An object that was fetched before the dispute ended may arrive after the end was
          // recorded.
          .where('disputes.state', '=', 'opened'),
      )
      .execute()
    // If only the end is known, the beginning is posted too.
    for (const step of stage === 'opened' ? ([stage] as const) : (['opened', stage] as const)) {
      const source = { kind: `dispute_${step}`, sourceId: id, currency } as const
      await post(tx, source, disputePostings(step, amountMinor))
    }
    return true
  })
}
