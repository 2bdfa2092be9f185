import type { MoneyContext } from '../../../context.ts'
import { askAfterDisputes, compareDisputes } from '../disputes/compare-disputes.ts'
import { forgetUnknownCharges } from '../problems.ts'
import { compareIntents } from './compare-intents.ts'
import { compareRefunds } from './compare-refunds.ts'
import { add, type Compared } from './settle-each.ts'
import { claimWatermark, type ListKind } from './watermarks.ts'

const NOTHING: Compared = { settled: 0, failed: 0 }

/**
 * Goes through what the provider's lists show since the last time, whether or not webhooks told of
 * it, and settles what differs from what we know. Older payments that are still open are asked about
 * one by one (reconcile-payments.ts). A list that another process is at is left to it, and what is in
 * the way of one list, or of one of its objects, is in nobody else's.
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

/** One list, page by page. It is gone through from here again unless all of it could be settled. */
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
