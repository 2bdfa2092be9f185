import type Stripe from 'stripe'
import { declineOf } from '../cards/declines.ts'
import type { ChargeRecord, MethodRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { presentMethod } from './payment-method.ts'

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
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billingDetails, tax_id: null },
    calculated_statement_descriptor: intent.statementDescriptor ?? 'PAYMENTS EMULATOR',
    captured,
    created: charge.created,
    currency: charge.currency,
    customer: null,
    description: intent.description,
    disputed: false,
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

function presentMethodDetails(
  charge: ChargeRecord,
  method: MethodRecord,
): Stripe.Charge.PaymentMethodDetails {
  const { card } = method
  if (!card) {
    const account = presentMethod(method).us_bank_account
    return {
      type: 'us_bank_account',
      us_bank_account: {
        account_holder_type: account?.account_holder_type ?? null,
        account_type: account?.account_type ?? null,
        bank_name: account?.bank_name ?? null,
        fingerprint: account?.fingerprint ?? null,
        last4: account?.last4 ?? null,
        payment_reference: null,
        routing_number: account?.routing_number ?? null,
      },
    }
  }
  const wrongCvc = charge.failure?.code === declineOf('incorrect_cvc').code
  const cvcCheck = wrongCvc ? 'fail' : 'pass'
  return {
    type: 'card',
    card: {
      amount_authorized: charge.status === 'succeeded' ? charge.amountMinor : null,
      authorization_code: charge.status === 'succeeded' ? '123456' : null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: method.billingDetails.address.postal_code ? 'pass' : null,
        cvc_check: card.cvcProvided ? cvcCheck : null,
      },
      country: 'US',
      electronic_commerce_indicator: charge.authenticated ? '05' : null,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      transaction_link_id: null,
      three_d_secure: charge.authenticated ? THREE_D_SECURE : null,
      wallet: null,
    },
  }
}

const THREE_D_SECURE: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
