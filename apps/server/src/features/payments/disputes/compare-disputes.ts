import type { ProviderDispute } from '../../../adapters/payment-gateway.ts'
import { type MoneyContext, onAccount } from '../../../context.ts'
import { type Compared, settleEach } from '../reconcile/settle-each.ts'
import { settleDispute } from './settle-dispute.ts'

/** Settles the provider's disputes whose state differs from ours. */
export async function compareDisputes(
  context: MoneyContext,
  page: readonly ProviderDispute[],
): Promise<Compared> {
  const ids = page.map((dispute) => dispute.id)
  const rows = await context.db.acrossTenants((tx) =>
    tx.selectFrom('disputes').select(['id', 'state']).where('id', 'in', ids).execute(),
  )
  const known = new Map<string, string>(rows.map(({ id, state }) => [id, state]))
  const news = page.filter(({ id, stage }) => stage !== null && known.get(id) !== stage)
  return settleEach(context, news, (dispute) => settleTold(context, dispute))
}

/**
 * Fetches the disputes that are open here: the provider's list shows only new ones, and the webhook
 * of a closed one may get lost.
 */
export async function askAfterDisputes(context: MoneyContext): Promise<Compared> {
  const open = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('disputes as d')
      .innerJoin('payments as p', (join) =>
        join.onRef('p.tenant_id', '=', 'd.tenant_id').onRef('p.id', '=', 'd.payment_id'),
      )
      .select(['d.id', 'p.account_id as accountId'])
      .where('d.state', '=', 'opened')
      .execute(),
  )
  return settleEach(context, open, async ({ id, accountId }) => {
    const on = onAccount(context, accountId)
    const dispute = await on.payments.retrieveDispute(id)
    const isOver = dispute?.stage === 'won' || dispute?.stage === 'lost'
    return isOver && settleTold(on, dispute)
  })
}

async function settleTold(context: MoneyContext, dispute: ProviderDispute): Promise<boolean> {
  if (!dispute.intentId) return false
  const intent = await context.payments.retrieveIntent(dispute.intentId)
  return intent !== null && settleDispute(context, intent, dispute)
}
