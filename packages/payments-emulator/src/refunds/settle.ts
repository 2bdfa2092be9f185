import { bookRefundFailure } from '../ledger/book.ts'
import { presentRefund } from '../present/refund.ts'
import type { RefundRecord } from '../store/records.ts'
import type { Work } from '../work.ts'

/**
 * What a refund results in after a while, for cards where that differs from succeeding at once. Money
 * that bounced is the merchant's again, and can be refunded once more.
 */
export function settleRefund(work: Work, refund: RefundRecord): void {
  const { becomes: status } = refund
  if (!status) return
  const failed = status === 'failed'
  const failureTransactionId = failed ? bookRefundFailure(work, refund) : null
  const settled = { ...refund, status, becomes: null, failureTransactionId }
  work.store.refunds.save(settled)
  if (failed) {
    const charge = work.store.charges.of(refund.chargeId)
    const amountRefundedMinor = charge.amountRefundedMinor - refund.amountMinor
    work.store.charges.save({ ...charge, amountRefundedMinor })
  }
  const wire = presentRefund(work.store, settled)
  work.emit('refund.updated', wire)
  work.emit('charge.refund.updated', wire)
  if (failed) work.emit('refund.failed', wire)
}
