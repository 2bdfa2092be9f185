import type { DisputeReason, Outcome, RefundBehaviour } from '../cards/outcomes.ts'
import type { ErrorFields, IntentStatus, Metadata, MethodType } from '../wire/shapes.ts'

/**
 * What the emulator stores. Amounts are minor units of the record's currency, times Unix seconds.
 * Card numbers and security codes are never part of a record.
 */

export interface Address {
  city: string | null
  country: string | null
  line1: string | null
  line2: string | null
  postal_code: string | null
  state: string | null
}

export interface BillingDetails {
  address: Address
  email: string | null
  name: string | null
  phone: string | null
}

export interface CardDetails {
  brand: string
  last4: string
  expMonth: number
  expYear: number
  funding: string
  fingerprint: string
  cvcProvided: boolean
  /** The wallet that the card was paid from; absent for a typed card. */
  wallet?: WalletType
}

type WalletType = 'apple_pay' | 'google_pay' | 'link'

export interface MethodRecord {
  id: string
  created: number
  billingDetails: BillingDetails
  metadata: Metadata
  type: MethodType
  /** Present for cards only. */
  card: CardDetails | null
  outcome: Outcome
  refund: RefundBehaviour
  /** Why the buyer disputes a payment with it some time later; null if never. */
  dispute: DisputeReason | null
}

interface NextActionRecord {
  type: 'use_stripe_sdk' | 'redirect_to_url'
  /** The page on which the buyer authenticates, client secret included. */
  url: string
}

/** `last_payment_error`. It has the method because the intent no longer refers to it. */
interface PaymentErrorRecord extends ErrorFields {
  methodId: string | null
}

interface Shipping {
  address: Address
  name: string | null
  phone: string | null
}

export interface IntentRecord {
  id: string
  clientSecret: string
  amountMinor: number
  currency: string
  created: number
  status: IntentStatus
  automaticMethods: { allowRedirects: 'always' | 'never' } | null
  /**
   * The types that the call allowed, if it did; `methodTypes` are those of them that can be used.
   */
  allowedTypes: string[] | null
  methodTypes: MethodType[]
  methodId: string | null
  latestChargeId: string | null
  lastError: PaymentErrorRecord | null
  nextAction: NextActionRecord | null
  returnUrl: string | null
  captureMethod: 'automatic' | 'automatic_async'
  setupFutureUsage: 'off_session' | 'on_session' | null
  description: string | null
  metadata: Metadata
  receiptEmail: string | null
  shipping: Shipping | null
  statementDescriptor: string | null
  statementDescriptorSuffix: string | null
  canceledAt: number | null
  cancellationReason: string | null
  /** What the platform takes of the payment; only on accounts. */
  applicationFeeMinor?: number | null
}

export interface ChargeRecord {
  id: string
  intentId: string
  methodId: string
  amountMinor: number
  amountRefundedMinor: number
  currency: string
  created: number
  status: 'succeeded' | 'pending' | 'failed'
  /** The decline, for a charge that failed. */
  failure: ErrorFields | null
  blocked: boolean
  authenticated: boolean
  /** Its movement of the balance, once it has succeeded. */
  transactionId: string | null
  disputeId: string | null
  /** The platform's fee, once the charge has succeeded; only on accounts. */
  applicationFeeId?: string | null
}

export interface RefundRecord {
  id: string
  chargeId: string
  intentId: string
  amountMinor: number
  currency: string
  created: number
  status: 'succeeded' | 'pending' | 'failed'
  /** The status that it will change to later by itself; null if none. */
  becomes: 'succeeded' | 'failed' | null
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  metadata: Metadata
  transactionId: string
  /** The movement that returned the money when the refund failed. */
  failureTransactionId: string | null
}

export interface DisputeRecord {
  id: string
  chargeId: string
  intentId: string
  amountMinor: number
  currency: string
  created: number
  reason: DisputeReason
  status: 'needs_response' | 'under_review' | 'won' | 'lost'
  /** The status that it will change to later by itself; null if none. */
  becomes: 'won' | 'lost' | null
  /** `evidence.uncategorized_text`: the one piece of evidence that decides here. */
  evidence: string | null
  metadata: Metadata
  transactionIds: string[]
}

/** A movement of an account's balance, by `amountMinor` less `feeMinor`. */
export interface TransactionRecord {
  id: string
  created: number
  type:
    | 'charge'
    | 'payment'
    | 'refund'
    | 'payment_refund'
    | 'refund_failure'
    | 'adjustment'
    | 'application_fee'
    | 'application_fee_refund'
    | 'payout'
    | 'payout_failure'
  category:
    | 'charge'
    | 'refund'
    | 'refund_failure'
    | 'dispute'
    | 'dispute_reversal'
    | 'platform_earning'
    | 'platform_earning_refund'
    | 'payout'
    | 'payout_reversal'
  /** The object behind it, such as a charge. */
  sourceId: string
  amountMinor: number
  /** With the platform's fee; below 0 where some of that goes back. */
  feeMinor: number
  /** The platform's part of the fee. */
  applicationFeeMinor?: number
  currency: string
}

export interface ConfirmationTokenRecord {
  id: string
  created: number
  methodId: string
  returnUrl: string | null
  /** The intent that it confirmed; a token works once. */
  intentId: string | null
}

export interface EventRecord {
  id: string
  type: string
  created: number
  /** The object as it was at that moment, in wire form. */
  object: object
  requestId: string | null
  idempotencyKey: string | null
  /** The account that it happened on; absent for the platform's own. */
  account?: string
  /** `none`: there was no endpoint to send it to. */
  delivery: 'none' | 'pending' | 'delivered' | 'failed'
}

export interface AnswerRecord {
  /** Key scope and idempotency key. */
  id: string
  created: number
  endpoint: string
  fingerprint: string
  requestId: string
  status: number
  body: string
}

export interface PayoutRecord {
  id: string
  created: number
  amountMinor: number
  currency: string
  description: string | null
  metadata: Metadata
  status: 'pending' | 'paid' | 'failed'
  /** The status that it will change to later by itself; null if none. */
  becomes: 'paid' | 'failed' | null
  transactionId: string
  /** The movement that returned the money when the payout failed. */
  failureTransactionId: string | null
}

/** An account that is connected to the platform. */
export interface AccountRecord {
  id: string
  created: number
  country: string
  currency: string
  email: string | null
  businessName: string | null
  metadata: Metadata
  controller: {
    fees: string
    losses: string
    requirements: string
    dashboard: string
  }
  chargesEnabled: boolean
  payoutsEnabled: boolean
  detailsSubmitted: boolean
  currentlyDue: string[]
  /** Why the account is limited. */
  disabledReason: 'requirements.past_due' | 'rejected.fraud' | null
}

/** A link to the onboarding page; it opens once. */
export interface AccountLinkRecord {
  id: string
  accountId: string
  created: number
  expiresAt: number
  refreshUrl: string
  returnUrl: string
  isUsed: boolean
}

/** What the platform took of a charge on an account. */
export interface ApplicationFeeRecord {
  id: string
  created: number
  accountId: string
  chargeId: string
  amountMinor: number
  refundedMinor: number
  currency: string
  /** The movement of the platform's balance. */
  transactionId: string
  refunds: { id: string; created: number; amountMinor: number; transactionId: string }[]
}
