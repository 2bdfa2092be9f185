import type Stripe from 'stripe'

/** The part of an intent that Foyer uses. Amounts are minor units. */
export interface Intent {
  id: string
  /** The organizer's account that it was read from, or its test account; null: the platform's own. */
  accountId: string | null
  /** Seconds since it was made, by the provider's own clock at the time of its response. */
  ageSeconds: number
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amountMinor: number
  currency: string
  metadata: Readonly<Record<string, string>>
  /** What was charged; 0 until it succeeded. */
  capturedMinor: number
  /** What was refunded so far, by this system or in the provider's dashboard. */
  refundedMinor: number
  /** Why the card was refused; null if no card was, or if another one was entered since. */
  decline: { code: string; message: string } | null
  /**
   * Whether a buyer has entered a card or another method. An intent needs no card, so only this
   * distinguishes a buyer who tried to pay from a person who entered another person's address.
   */
  wasTried: boolean
  /** What the platform took of the charge; 0 until it succeeded, and on the platform's own account. */
  platformFeeMinor: number
  /** The provider's own fee for the charge; null until the provider reports it. */
  fee: { amountMinor: number; currency: string } | null
  /** The card that was charged; null if it was none. */
  card: { brand: string; last4: string } | null
  /** What the payer entered at the provider; known only after a charge. */
  billing: Stripe.Charge.BillingDetails | null
}

/** A refund as the provider knows it, made by us or in its dashboard. */
export interface ProviderRefund {
  id: string
  intentId: string | null
  amountMinor: number
  currency: string
  state: 'pending' | 'succeeded' | 'failed'
  /** Our refund that it was made for; null for one made in the provider's dashboard. */
  refundId: string | null
  /** The number of our call that made it; null for one made in the dashboard. */
  keyNumber: number | null
  /** What went back of the platform's fee; null if the provider did not say. */
  platformFeeMinor: number | null
  /** Why it failed, in the provider's words. */
  problem: string | null
}

/**
 * A charge that the buyer's bank takes back. `stage` is null for an inquiry, while nothing is
 * withdrawn.
 */
export interface ProviderDispute {
  id: string
  intentId: string | null
  amountMinor: number
  currency: string
  stage: 'opened' | 'won' | 'lost' | null
}

/** What a response contains beside its object. */
export type Answered = Pick<Stripe.Response<object>, 'lastResponse'>

/**
 * The time of the response by the provider's own clock: an age must not be computed from two
 * clocks. Null if a proxy has removed the header.
 */
function answeredAt({ lastResponse }: Answered): number | null {
  const at = Date.parse(lastResponse.headers.date ?? '')
  return Number.isNaN(at) ? null : at / 1000
}

/** The platform's fee within a movement of an account's balance; below 0 where it goes back. */
const platformFeeIn = ({ fee_details: details }: Stripe.BalanceTransaction): number =>
  details.reduce((sum, { type, amount }) => sum + (type === 'application_fee' ? amount : 0), 0)

export function presentIntent(
  intent: Stripe.PaymentIntent,
  answer: Answered,
  accountId: string | null,
): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const error = intent.last_payment_error
  const transaction =
    typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  const card = charge?.payment_method_details?.card
  return {
    id: intent.id,
    accountId,
    ageSeconds: (answeredAt(answer) ?? intent.created) - intent.created,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountMinor: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    capturedMinor: intent.status === 'succeeded' ? intent.amount_received : 0,
    refundedMinor: charge?.amount_refunded ?? 0,
    // Read in this state only: the provider still reports the decline while another card is being
    // charged.
    decline:
      error && intent.status === 'requires_payment_method'
        ? { code: error.decline_code ?? error.code ?? error.type, message: error.message ?? '' }
        : null,
    wasTried: intent.payment_method !== null || error !== null || intent.latest_charge !== null,
    platformFeeMinor: charge?.application_fee_amount ?? 0,
    fee: transaction
      ? {
          amountMinor: transaction.fee - platformFeeIn(transaction),
          currency: transaction.currency,
        }
      : null,
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    billing: charge?.billing_details ?? null,
  }
}

const REFUND_STATES: Readonly<Record<string, ProviderRefund['state']>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

export const presentRefund = (refund: Stripe.Refund): ProviderRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  amountMinor: refund.amount,
  currency: refund.currency,
  state: REFUND_STATES[refund.status ?? ''] ?? 'pending',
  refundId: refund.metadata?.refundId ?? null,
  keyNumber: refund.metadata?.keyNumber ? Number(refund.metadata.keyNumber) : null,
  platformFeeMinor:
    typeof refund.balance_transaction === 'object' && refund.balance_transaction
      ? Math.max(0, -platformFeeIn(refund.balance_transaction))
      : null,
  problem: refund.failure_reason ?? null,
})

export const presentDispute = (dispute: Stripe.Dispute): ProviderDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent),
  amountMinor: dispute.amount,
  currency: dispute.currency,
  stage: stageOf(dispute.status),
})

function stageOf(status: Stripe.Dispute.Status): ProviderDispute['stage'] {
  if (status === 'won') return 'won'
  if (status === 'lost') return 'lost'
  // An inquiry that ended without a dispute, or a prevented dispute, moved no money.
  return status.startsWith('warning_') || status === 'prevented' ? null : 'opened'
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'object' ? (object?.id ?? null) : object
