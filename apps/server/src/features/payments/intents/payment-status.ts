import { granted, type PaymentStatus, type payments, type Result } from '@foyer/contract'
import type { TenantTx } from '@foyer/db'
import { type RefundState, refundNumberOf } from '@foyer/domain'
import { sql } from 'kysely'
import {
  CUSTOMER_LIMIT,
  PAYMENT_NOT_OF_BROWSER,
  RULE_NOT_ALLOWED,
  SESSION_CALLED_OFF,
} from '../../../engine/refusals.ts'
import type { Call } from '../../../http/endpoint.ts'
import { findPaymentByIntent, type PaymentRow } from '../queries.ts'

/**
 * How often the provider is asked about a payment, regardless of how many tabs poll, in case its
 * webhook is lost.
 */
const ASK_EVERY_SECONDS = 5

/**
 * Returns the status of a payment, for the browser with its cart. While the payment is undecided,
 * the reconciler is asked to check it, so that a lost webhook does not keep the buyer waiting.
 */
export async function paymentStatus({
  context,
  tenant,
  params,
  principal,
}: Call<typeof payments.getPayment>): Promise<Result<PaymentStatus, 'payment_not_found'>> {
  const found = await context.db.withTenant(tenant.id, async (tx) => {
    const payment = await findPaymentByIntent(tx, params.paymentIntentId)
    if (!payment || !(await isOf(tx, payment.cartId, principal.browserId))) return null
    const status = await statusOf(tx, payment)
    const isAsked = isOpen(status) && (await askForLook(tx, payment.id))
    return { status, isAsked }
  })
  if (!found) return PAYMENT_NOT_OF_BROWSER
  if (found.isAsked) context.kickJobs(tenant.id)
  return granted(found.status)
}

/**
 * Whether a webhook may still change the status: after a decline, another card may have been tried.
 */
const isOpen = (status: PaymentStatus): boolean =>
  status.state === 'processing' || (status.state === 'failed' && status.mayRetry)

const isOf = async (tx: TenantTx, cartId: string, browserId: string): Promise<boolean> =>
  Boolean(
    await tx
      .selectFrom('holds')
      .select('id')
      .where('cart_id', '=', cartId)
      .where('browser_id', '=', browserId)
      .limit(1)
      .executeTakeFirst(),
  )

async function statusOf(tx: TenantTx, payment: PaymentRow): Promise<PaymentStatus> {
  if (payment.orderId) return { state: 'ticketed', orderId: payment.orderId }
  switch (payment.state) {
    case 'canceled':
      return { state: 'failed', reason: 'This payment was canceled.', mayRetry: false }
    case 'refund_due':
    case 'refunded': {
      const refund = await selectUnplacedRefund(tx, payment.id)
      return {
        state: SHOWN[refund.state],
        reference: refundNumberOf(refund.id),
        amountMinor: refund.amount_minor,
        currency: refund.currency,
        isCalledOff: refund.reason === SESSION_CALLED_OFF,
        isOverLimit: refund.reason === CUSTOMER_LIMIT,
        ...(refund.reason === RULE_NOT_ALLOWED && { isNotAllowed: true }),
      }
    }
    default:
      return payment.declineMessage
        ? { state: 'failed', reason: payment.declineMessage, mayRetry: true }
        : { state: 'processing' }
  }
}

const SHOWN = {
  queued: 'refund_pending',
  pending: 'refund_pending',
  succeeded: 'refunded',
  failed: 'refund_failed',
} as const satisfies Record<RefundState, PaymentStatus['state']>

const selectUnplacedRefund = (tx: TenantTx, paymentId: string) =>
  tx
    .selectFrom('refunds')
    .select(['id', 'state', 'amount_minor', 'currency', 'reason'])
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'unplaced')
    .executeTakeFirstOrThrow()

async function askForLook(tx: TenantTx, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ next_check_at: sql<Date>`clock_timestamp()`, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', paymentId)
    .where('state', 'in', ['created', 'open'])
    .where(
      'updated_at',
      '<',
      sql<Date>`clock_timestamp() - make_interval(secs => ${ASK_EVERY_SECONDS})`,
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
