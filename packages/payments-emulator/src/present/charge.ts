import type Stripe from 'stripe'
import type { ChargeRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { presentMethodDetails } from './charge-method.ts'

/** The wire form of a charge, checked against the SDK's own type. */
export function presentCharge(store: Store, charge: ChargeRecord): Stripe.Charge {
  const intent = store.intents.of(charge.intentId)
  const method = store.methods.of(charge.methodId)
  const captured = charge.status === 'succeeded'
  return {
    id: charge.id,
    object: 'charge',
    amount: charge.amountMinor,
    amount_captured: captured ? charge.amountMinor : 0,
    amount_refunded: charge.amountRefundedMinor,
    application: null,
    application_fee: charge.applicationFeeId ?? null,
    application_fee_amount: captured ? (intent.applicationFeeMinor ?? null) : null,
    balance_transaction: charge.transactionId,
    billing_details: { ...method.billingDetails, tax_id: null },
    calculated_statement_descriptor: intent.statementDescriptor ?? 'PAYMENTS EMULATOR',
    captured,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: intent.description,
    disputed: Boolean(charge.disputeId),
    failure_balance_transaction: null,
    failure_code: charge.failure?.code ?? null,
    failure_message: charge.failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: presentOutcome(charge),
    paid: captured,
    payment_intent: charge.intentId,
    payment_method: charge.methodId,
    payment_method_details: presentMethodDetails(charge, method),
    receipt_email: intent.receiptEmail,
    receipt_number: null,
    receipt_url: null,
    refunded: captured && charge.amountRefundedMinor === charge.amountMinor,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statementDescriptor,
    statement_descriptor_suffix: intent.statementDescriptorSuffix,
    status: charge.status,
    transfer_data: null,
    transfer_group: null,
  }
}

function presentOutcome(charge: ChargeRecord): Stripe.Charge.Outcome {
  const { failure, blocked } = charge
  const base = {
    advice_code: failure?.advice_code ?? null,
    network_advice_code: null,
    network_decline_code: failure?.network_decline_code ?? null,
    risk_level: blocked ? 'highest' : 'normal',
    risk_score: blocked ? 92 : 12,
  }
  if (blocked) {
    const seller_message = 'Stripe blocked this payment as too risky.'
    const network_status = 'not_sent_to_network'
    return {
      ...base,
      network_status,
      reason: 'highest_risk_level',
      seller_message,
      type: 'blocked',
    }
  }
  if (failure) {
    const reason = failure.decline_code ?? failure.code ?? null
    const seller_message = 'The bank did not return any further details with this decline.'
    const network_status = 'declined_by_network'
    return { ...base, network_status, reason, seller_message, type: 'issuer_declined' }
  }
  const seller_message = 'Payment complete.'
  const network_status = 'approved_by_network'
  return { ...base, network_status, reason: null, seller_message, type: 'authorized' }
}
