import type Stripe from 'stripe'
import type { ApplicationFeeRecord } from '../store/records.ts'

/** The platform, as objects name it that it has a part in. */
const APPLICATION = 'ca_emulated'

/** The wire form of a platform's fee, checked against the SDK's own type. */
export const presentApplicationFee = (fee: ApplicationFeeRecord): Stripe.ApplicationFee => ({
  id: fee.id,
  object: 'application_fee',
  account: fee.accountId,
  amount: fee.amountMinor,
  amount_refunded: fee.refundedMinor,
  application: APPLICATION,
  balance_transaction: fee.transactionId,
  charge: fee.chargeId,
  created: fee.created,
  currency: fee.currency,
  fee_source: { charge: fee.chargeId, type: 'charge' },
  livemode: false,
  originating_transaction: null,
  refunded: fee.refundedMinor === fee.amountMinor,
  refunds: {
    object: 'list',
    data: fee.refunds.map((refund) => presentFeeRefund(fee, refund)),
    has_more: false,
    url: `/v1/application_fees/${fee.id}/refunds`,
  },
})

export const presentFeeRefund = (
  { id, currency }: ApplicationFeeRecord,
  refund: ApplicationFeeRecord['refunds'][number],
): Stripe.FeeRefund => ({
  id: refund.id,
  object: 'fee_refund',
  amount: refund.amountMinor,
  balance_transaction: refund.transactionId,
  created: refund.created,
  currency,
  fee: id,
  metadata: {},
})
