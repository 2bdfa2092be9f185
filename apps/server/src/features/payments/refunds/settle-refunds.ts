import type { DB, TenantTx } from '@foyer/db'
import { platformFeePostings, platformFeeReturned, refundPostings, reversed } from '@foyer/domain'
import { type Selectable, sql } from 'kysely'
import type { Intent, ProviderRefund } from '../../../adapters/payment-gateway.ts'
import type { MoneyContext, Tenant } from '../../../context.ts'
import { adoptRefundOp } from '../../../engine/money/adopt-refund.ts'
import { nextTry } from '../../../engine/next-try.ts'
import { recordUnknownRefund } from '../problems.ts'
import { changeRefund, lockPaymentOf, type PaymentRow, setPaymentState } from '../queries.ts'
import { post } from '../settle/money-ledger.ts'
import { newsOf } from './refund-news.ts'

/** After this many bounces a person must bring the money to the buyer. */
const MAX_BOUNCES = 3

type Paid = Pick<PaymentRow, 'id' | 'cartId' | 'orderId'>

/** Settles those of a payment's refunds for which the provider reports anything new. */
export async function settleRefunds(
  context: MoneyContext,
  tenant: Tenant,
  payment: Paid,
  intent: Intent,
): Promise<void> {
  const known = await context.db.withTenant(tenant.id, (tx) =>
    tx
      .selectFrom('refunds')
      .select(sql<number>`coalesce(sum(amount_minor), 0)::integer`.as('minor'))
      .select(sql<boolean>`coalesce(bool_or(state = 'pending'), false)`.as('isOpen'))
      .where('payment_id', '=', payment.id)
      .where('state', 'in', ['pending', 'succeeded'])
      .executeTakeFirstOrThrow(),
  )
  if (!known.isOpen && known.minor === intent.refundedMinor) return
  for (const reported of await context.payments.refundsOf(intent.id)) {
    await settleRefund(context, tenant, payment, reported)
  }
}

/**
 * Settles one refund to the provider's state. A refund that this system did not make was made in
 * the provider's dashboard: it is recorded, and if nothing of the payment is left, the tickets end
 * with it.
 */
export async function settleRefund(
  context: MoneyContext,
  tenant: Tenant,
  payment: Paid,
  reported: ProviderRefund,
): Promise<void> {
  const take = () => context.db.withTenant(tenant.id, (tx) => takeNews(tx, reported))
  if ((await take()) || reported.state === 'failed') return
  const adopted = await context.lanes.submit(tenant.id, adoptRefundOp(payment, reported))
  if (!adopted.ok) {
    if (adopted.refusal.code === 'busy') throw new Error('the lane was busy')
    await context.db.withTenant(tenant.id, (tx) => recordUnknownRefund(tx, payment.id, reported))
    return
  }
  context.kickJobs(tenant.id)
  await take()
}

/**
 * Whether our last call made this refund although a refund from the dashboard was already recorded
 * as ours. Then this is an additional refund.
 */
const isBeside = (refund: Selectable<DB['refunds']>, reported: ProviderRefund) =>
  refund.state === 'succeeded' &&
  refund.provider_refund_id !== reported.id &&
  refund.key_number === reported.keyNumber

/**
 * How much of the platform's fee went back with a refund: what the provider says; if it does not say, what
 * the rule gives for a refund that this system made, since those of the dashboard return nothing.
 */
function feeBackWith(
  payment: { captured_minor: number | null; platform_fee_minor: number | null },
  refunds: readonly Selectable<DB['refunds']>[],
  refund: Selectable<DB['refunds']>,
  reported: ProviderRefund,
): number {
  const feeMinor = payment.platform_fee_minor ?? 0
  if (feeMinor === 0) return 0
  if (reported.platformFeeMinor !== null) return reported.platformFeeMinor
  if (reported.refundId === null) return 0
  const done = refunds.filter(({ id, state }) => id === refund.id || state === 'succeeded')
  return platformFeeReturned({
    feeMinor,
    returnedMinor: refunds.reduce((sum, each) => sum + each.platform_fee_minor, 0),
    capturedMinor: payment.captured_minor ?? 0,
    refundedMinor: done.reduce((sum, each) => sum + each.amount_minor, 0),
  })
}

/** Returns false if the provider's refund belongs to none of ours. */
async function takeNews(tx: TenantTx, reported: ProviderRefund): Promise<boolean> {
  // The lock order is the payment before its refunds.
  const payment = reported.intentId ? await lockPaymentOf(tx, reported.intentId) : undefined
  if (!payment) return true
  const refunds = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', payment.id)
    .execute()
  const refund =
    refunds.find((row) => row.provider_refund_id === reported.id) ??
    refunds.find((row) => row.id === reported.refundId)
  if (!refund || isBeside(refund, reported)) return false

  const postings = refundPostings({
    amountMinor: refund.amount_minor,
    feeMinor: refund.fee_minor,
    taxMinor: refund.tax_minor,
    feeTaxMinor: refund.fee_tax_minor,
  })
  const source = { sourceId: reported.id, currency: refund.currency }
  const isUnplaced = refund.kind === 'unplaced'
  const known = {
    state: refund.state,
    providerRefundId: refund.provider_refund_id,
    keyNumber: refund.key_number,
  }
  switch (newsOf(known, reported)) {
    case null:
      return true
    case 'pending':
      await changeRefund(tx, refund.id, { provider_refund_id: reported.id, state: 'pending' })
      return true
    case 'succeeded': {
      const feeBackMinor = feeBackWith(payment, refunds, refund, reported)
      await changeRefund(tx, refund.id, {
        provider_refund_id: reported.id,
        state: 'succeeded',
        last_error: null,
        settled_at: sql<Date>`clock_timestamp()`,
        platform_fee_minor: refund.platform_fee_minor + feeBackMinor,
      })
      await post(tx, { kind: 'refund', ...source }, postings)
      const returned = reversed(platformFeePostings(feeBackMinor))
      await post(tx, { kind: 'platform_fee_returned', ...source }, returned)
      if (isUnplaced) await setPaymentState(tx, payment.id, 'refunded')
      return true
    }
    case 'bounced':
      await changeRefund(tx, refund.id, {
        provider_refund_id: reported.id,
        state: refund.bounces + 1 < MAX_BOUNCES ? 'queued' : 'failed',
        bounces: refund.bounces + 1,
        key_number: refund.key_number + 1,
        next_attempt_at: nextTry('attempts'),
        last_error: reported.problem ?? 'the money came back',
        settled_at: null,
      })
      if (refund.state === 'succeeded') {
        await post(tx, { kind: 'refund_returned', ...source }, reversed(postings))
      }
      if (isUnplaced) await setPaymentState(tx, payment.id, 'refund_due')
      return true
  }
}
