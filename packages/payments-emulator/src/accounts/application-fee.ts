import { bookApplicationFee, bookApplicationFeeRefund } from '../ledger/book.ts'
import { presentApplicationFee } from '../present/application-fee.ts'
import type { ApplicationFeeRecord, ChargeRecord } from '../store/records.ts'
import { invalidRequest } from '../wire/errors.ts'
import { newId } from '../wire/ids.ts'
import type { Work } from '../work.ts'

/**
 * Reads what the platform takes of a payment; null for nothing.
 *
 * @throws ApiError 400 for a fee without a connected account, or above the payment.
 */
export function readApplicationFee(
  { store }: Work,
  { application_fee_amount: sent }: { application_fee_amount?: number | null | undefined },
  amountMinor: number,
): number | null {
  if (sent === undefined || sent === null) return null
  const param = 'application_fee_amount'
  if (store.account === null) {
    throw invalidRequest(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param },
    )
  }
  if (sent > amountMinor) {
    throw invalidRequest('Your application fee cannot be greater than the amount of the charge.', {
      param,
    })
  }
  return sent
}

/** Moves the platform's fee of a charge to the platform. Returns the fee's id; null for no fee. */
export function takeApplicationFee(
  work: Work,
  { id: chargeId, currency }: ChargeRecord,
  amountMinor: number,
): string | null {
  const { account } = work.store
  if (account === null || amountMinor === 0) return null
  const id = newId('fee')
  const fee = work.store.applicationFees.save({
    id,
    created: work.now,
    accountId: account,
    chargeId,
    amountMinor,
    refundedMinor: 0,
    currency,
    transactionId: bookApplicationFee(work, { id, amountMinor, currency }),
    refunds: [],
  })
  work.emit('application_fee.created', presentApplicationFee(fee), null)
  return id
}

/**
 * Returns the platform's fee in proportion to what was refunded of a charge by now.
 *
 * @returns what went back with this refund.
 * @throws ApiError 400 for a charge without such a fee.
 */
export function returnApplicationFee(
  work: Work,
  charge: ChargeRecord,
  refundedMinor: number,
): number {
  const fee = charge.applicationFeeId && work.store.applicationFees.get(charge.applicationFeeId)
  if (!fee) {
    throw invalidRequest(
      `Charge ${charge.id} has no application fee, so refund_application_fee cannot be used.`,
      { param: 'refund_application_fee' },
    )
  }
  const due = (BigInt(fee.amountMinor) * BigInt(refundedMinor)) / BigInt(charge.amountMinor)
  const amountMinor = Math.max(0, Number(due) - fee.refundedMinor)
  if (amountMinor > 0) refundApplicationFee(work, fee, amountMinor)
  return amountMinor
}

/**
 * Returns a part of the platform's fee.
 *
 * @throws ApiError 400 for more than is left of it.
 */
export function refundApplicationFee(
  work: Work,
  fee: ApplicationFeeRecord,
  amountMinor: number,
): ApplicationFeeRecord {
  if (amountMinor > fee.amountMinor - fee.refundedMinor) {
    throw invalidRequest('Refund amount is greater than the unrefunded amount of the fee.', {
      param: 'amount',
    })
  }
  const { id, currency } = fee
  const refund = {
    id: newId('fr'),
    created: work.now,
    amountMinor,
    transactionId: bookApplicationFeeRefund(work, { id, amountMinor, currency }),
  }
  const changed = work.store.applicationFees.save({
    ...fee,
    refundedMinor: fee.refundedMinor + amountMinor,
    refunds: [...fee.refunds, refund],
  })
  work.emit('application_fee.refunded', presentApplicationFee(changed), null)
  return changed
}
