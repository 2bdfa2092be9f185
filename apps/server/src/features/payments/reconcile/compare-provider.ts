import { type MoneyContext, onAccount } from '../../../context.ts'
import { askAfterDisputes, compareDisputes } from '../disputes/compare-disputes.ts'
import { forgetUnknownCharges } from '../problems.ts'
import { compareIntents } from './compare-intents.ts'
import { compareRefunds } from './compare-refunds.ts'
import { add, type Compared } from './settle-each.ts'
import { claimWatermark, type ListKind } from './watermarks.ts'

const NOTHING: Compared = { settled: 0, failed: 0 }

/**
 * Reads what the provider's lists contain since the last time, whether or not webhooks reported it,
 * and settles what differs from our records. Older open payments are fetched one by one
 * (reconcile-payments.ts). Each account has lists of its own; a list that another process is reading is
 * skipped. A failure in one list or object does not stop the others.
 */
export async function compareWithProvider(context: MoneyContext): Promise<Compared> {
  let total = NOTHING
  const attempt = async (step: () => Promise<Compared>): Promise<void> => {
    const compared = await step().catch((error: unknown) => {
      context.log.warn({ err: error }, 'could not be compared with the provider, trying again')
      return { ...NOTHING, failed: 1 }
    })
    total = add(total, compared)
  }
  const accounts = await accountsToCompare(context)
  for (const accountId of [null, ...accounts]) {
    const on = onAccount(context, accountId)
    const { payments } = on
    await attempt(() => walk(on, accountId, 'intents', payments.intentsSince, compareIntents))
    await attempt(() => walk(on, accountId, 'refunds', payments.refundsSince, compareRefunds))
    await attempt(() => walk(on, accountId, 'disputes', payments.disputesSince, compareDisputes))
  }
  await attempt(() => askAfterDisputes(context))
  await attempt(() => forgetUnknownCharges(context))
  return total
}

/** The accounts of organizers that payments were made on, by the tenants' order. */
async function accountsToCompare(context: MoneyContext): Promise<string[]> {
  const rows = await context.db.acrossTenants((tx) =>
    tx
      .selectFrom('connected_accounts as a')
      .select('a.account_id as id')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payments as p')
            .select('p.id')
            .whereRef('p.tenant_id', '=', 'a.tenant_id')
            .whereRef('p.account_id', '=', 'a.account_id'),
        ),
      )
      .orderBy('a.tenant_id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/**
 * Reads one list of one account, page by page. If not everything could be settled, the next round starts from the
 * same position.
 */
async function walk<Listed>(
  context: MoneyContext,
  accountId: string | null,
  kind: ListKind,
  since: (from: Date) => AsyncIterable<Listed[]>,
  compare: (context: MoneyContext, page: readonly Listed[]) => Promise<Compared>,
): Promise<Compared> {
  const claim = await claimWatermark(context, kind, accountId)
  if (!claim) return NOTHING
  let total = NOTHING
  try {
    for await (const page of since(claim.from)) {
      total = add(total, await compare(context, page))
      if (!(await claim.prolong())) return total
    }
  } catch (error) {
    await claim.giveUp()
    throw error
  }
  await (total.failed === 0 ? claim.reach() : claim.giveUp())
  return total
}
