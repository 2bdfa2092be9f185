import type Stripe from 'stripe'
import type { RefundRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import type { MethodType } from '../wire/shapes.ts'

/** The wire form of a refund, checked against the SDK's own type. */
export function presentRefund(store: Store, refund: RefundRecord): Stripe.Refund {
  const charge = store.charges.of(refund.chargeId)
  const { type } = store.methods.of(charge.methodId)
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountMinor,
    balance_transaction: refund.transactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: refund.currency,
    customer: null,
    customer_account: null,
    destination_details: destinationOf(type),
    ...(refund.failureTransactionId && {
      failure_balance_transaction: refund.failureTransactionId,
      failure_reason: 'expired_or_canceled_card',
    }),
    ...(refund.status === 'pending' && { pending_reason: 'processing' }),
    metadata: refund.metadata,
    payment_intent: refund.intentId,
    payment_method: charge.methodId,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  }
}

function destinationOf(type: MethodType): Stripe.Refund.DestinationDetails {
  if (type === 'card') return CARD_DESTINATION
  return { type: type === 'us_bank_account' ? 'us_bank_transfer' : type }
}

const CARD_DESTINATION: Stripe.Refund.DestinationDetails = {
  card: {
    reference_status: 'pending',
    reference_type: 'acquirer_reference_number',
    type: 'refund',
  },
  type: 'card',
}
