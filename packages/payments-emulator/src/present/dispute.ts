import type Stripe from 'stripe'
import type { DisputeRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { presentTransaction } from './balance-transaction.ts'

const DAYS_TO_ANSWER = 7
const DAY_SECONDS = 24 * 60 * 60

/** The wire form of a dispute, checked against the SDK's own type. */
export function presentDispute(store: Store, dispute: DisputeRecord): Stripe.Dispute {
  const { methodId } = store.charges.of(dispute.chargeId)
  const brand = store.methods.of(methodId).card?.brand ?? 'unknown'
  const reasonCode = dispute.reason === 'fraudulent' ? '10.4' : '13.1'
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountMinor,
    balance_transactions: dispute.transactionIds.map((id) =>
      presentTransaction(store.transactions.of(id)),
    ),
    charge: dispute.chargeId,
    created: dispute.created,
    currency: dispute.currency,
    enhanced_eligibility_types: [],
    evidence: { ...NO_EVIDENCE, uncategorized_text: dispute.evidence },
    evidence_details: {
      due_by: dispute.created + DAYS_TO_ANSWER * DAY_SECONDS,
      enhanced_eligibility: {},
      has_evidence: dispute.evidence !== null,
      past_due: false,
      submission_count: dispute.evidence === null ? 0 : 1,
      submission_method: dispute.evidence === null ? 'not_submitted' : 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: dispute.status === 'won',
    livemode: false,
    metadata: dispute.metadata,
    network_reason_code: reasonCode,
    payment_intent: dispute.intentId,
    payment_method_details: {
      card: { brand, case_type: 'chargeback', network: brand, network_reason_code: reasonCode },
      type: 'card',
    },
    reason: dispute.reason,
    status: dispute.status,
  }
}

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
