import type Stripe from 'stripe'

/** An intent as far as Foyer looks at it. Amounts are minor units. */
export interface Intent {
  id: string
  /** Seconds since it was made, by the provider's own clock at the time of its answer. */
  ageSeconds: number
  clientSecret: string
  status: Stripe.PaymentIntent.Status
  amountMinor: number
  currency: string
  metadata: Readonly<Record<string, string>>
  /** Charged; 0 until it succeeded. */
  capturedMinor: number
  /** Given back so far, by us or in the provider's own dashboard. */
  refundedMinor: number
  /** Why the card was refused; null where none was, or another one was given since. */
  decline: { code: string; message: string } | null
  /**
   * Whether a buyer has given a card or another method to it. Making an intent needs no card, so
   * only this tells a buyer who tried to pay from somebody who typed another person's address.
   */
  wasTried: boolean
  /** What the provider keeps of the charge for itself; null until it says so. */
  fee: { amountMinor: number; currency: string } | null
  /** What the payer typed at the provider; only known once something was charged. */
  billing: Stripe.Charge.BillingDetails | null
}

/** A refund as the provider knows it, whoever asked for it. */
export interface ProviderRefund {
  id: string
  intentId: string | null
  amountMinor: number
  currency: string
  state: 'pending' | 'succeeded' | 'failed'
  /** Our refund that it was made for; null for one made in the provider's dashboard. */
  refundId: string | null
  /** Under which of our calls for it; null for one made in the dashboard. */
  keyNumber: number | null
  /** Why it failed, in the provider's words. */
  problem: string | null
}

/** The buyer's bank takes a charge back. `stage` null: an inquiry, nothing was withdrawn yet. */
export interface ProviderDispute {
  id: string
  intentId: string | null
  amountMinor: number
  currency: string
  stage: 'opened' | 'won' | 'lost' | null
}

/** What an answer says beside its object. */
export type Answered = Pick<Stripe.Response<object>, 'lastResponse'>

/**
 * When the provider answered, by its own clock: an age must not be told from two clocks. Null where
 * a proxy has taken the header away.
 */
function answeredAt({ lastResponse }: Answered): number | null {
  const at = Date.parse(lastResponse.headers.date ?? '')
  return Number.isNaN(at) ? null : at / 1000
}

export function presentIntent(intent: Stripe.PaymentIntent, answer: Answered): Intent {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const error = intent.last_payment_error
  const transaction =
    typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    id: intent.id,
    ageSeconds: (answeredAt(answer) ?? intent.created) - intent.created,
    clientSecret: intent.client_secret ?? '',
    status: intent.status,
    amountMinor: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    capturedMinor: intent.status === 'succeeded' ? intent.amount_received : 0,
    refundedMinor: charge?.amount_refunded ?? 0,
    // Only then: the provider remembers it while another card is on its way.
    decline:
      error && intent.status === 'requires_payment_method'
        ? { code: error.decline_code ?? error.code ?? error.type, message: error.message ?? '' }
        : null,
    wasTried: intent.payment_method !== null || error !== null || intent.latest_charge !== null,
    fee: transaction ? { amountMinor: transaction.fee, currency: transaction.currency } : null,
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
  // An inquiry that ends without a dispute, and what was settled before one: no money moved.
  return status.startsWith('warning_') || status === 'prevented' ? null : 'opened'
}

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'object' ? (object?.id ?? null) : object
