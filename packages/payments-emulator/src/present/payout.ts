import type Stripe from 'stripe'
import type { PayoutRecord } from '../store/records.ts'

const DAY_SECONDS = 24 * 60 * 60
const DAYS_UNDER_WAY = 2

/** The wire form of a payout, checked against the SDK's own type. */
export const presentPayout = (payout: PayoutRecord): Stripe.Payout => ({
  id: payout.id,
  object: 'payout',
  amount: payout.amountMinor,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: payout.created + DAYS_UNDER_WAY * DAY_SECONDS,
  automatic: false,
  balance_transaction: payout.transactionId,
  created: payout.created,
  currency: payout.currency,
  description: payout.description,
  destination: null,
  failure_balance_transaction: payout.failureTransactionId,
  failure_code: payout.status === 'failed' ? 'account_closed' : null,
  failure_message: payout.status === 'failed' ? 'The bank account has been closed.' : null,
  livemode: false,
  metadata: payout.metadata,
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'not_applicable',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: payout.status,
  trace_id: null,
  type: 'bank_account',
})
