import type { MoneyContext } from '../../../context.ts'
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
 * (reconcile-payments.ts). A list that another process is reading is skipped. A failure in one list
 * or object does not stop the others.
 */
export async function compareWithProvider(context: MoneyContext): Promise<Compared> {
  const { payments } = context
  const steps = [
    () => walk(context, 'intents', payments.intentsSince, compareIntents),
    () => walk(context, 'refunds', payments.refundsSince, compareRefunds),
    () => walk(context, 'disputes', payments.disputesSince, compareDisputes),
    () => askAfterDisputes(context),
    () => forgetUnknownCharges(context),
  ]
  let total = NOTHING
  for (const step of steps) {
    const compared = await step().catch((error: unknown) => {
      context.log.warn({ err: error }, 'could not be compared with the provider, trying again')
      return { ...NOTHING, failed: 1 }
    })
    total = add(total, compared)
  }
  return total
}

/**
 * Reads one list, page by page. If not everything could be settled, the next round starts from the
 * same position.
 */
async function walk<Listed>(
  context: MoneyContext,
  kind: ListKind,
  since: (from: Date) => AsyncIterable<Listed[]>,
  compare: (context: MoneyContext, page: readonly Listed[]) => Promise<Compared>,
): Promise<Compared> {
  const claim = await claimWatermark(context, kind)
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
