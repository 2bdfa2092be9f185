import type { ProviderRefund } from '../../../adapters/payment-gateway.ts'
import type { MoneyContext } from '../../../context.ts'
import { newsOf } from '../refunds/refund-news.ts'
import { settleIntent } from '../settle/settle-payment.ts'
import { type Compared, settleEach } from './settle-each.ts'

/** Settles the payments of those of the provider's refunds that contain something new. */
export async function compareRefunds(
  context: MoneyContext,
  page: readonly ProviderRefund[],
): Promise<Compared> {
  const known = await selectKnown(context, page)
  const isNews = (reported: ProviderRefund) => {
    const ours = known.get(reported.id)
    return ours ? newsOf(ours, reported) !== null : reported.state !== 'failed'
  }
  const intentIds = new Set(page.filter(isNews).flatMap((refund) => refund.intentId ?? []))
  const intents = [...intentIds].map((id) => ({ id }))
  return settleEach(context, intents, async ({ id }) => {
    const intent = await context.payments.retrieveIntent(id)
    return intent !== null && settleIntent(context, intent)
  })
}

async function selectKnown(context: MoneyContext, page: readonly ProviderRefund[]) {
  const ids = page.map((refund) => refund.id)
  const rows = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('refunds')
      .select(['state', 'provider_refund_id as providerRefundId', 'key_number as keyNumber'])
      .where('provider_refund_id', 'in', ids)
      .execute(),
  )
  return new Map(rows.map((row) => [row.providerRefundId, row]))
}
