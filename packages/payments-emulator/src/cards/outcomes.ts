import type { DeclineReason } from './declines.ts'

/** How a payment with a method ends. */
export type Verdict = { kind: 'approve' } | { kind: 'decline'; reason: DeclineReason }

/** The bank's decision: a verdict at once, a verdict after some time, or none. */
export type Decision = Verdict | { kind: 'process'; verdict?: Verdict }

export type Outcome =
  | Decision
  /** The buyer must authenticate (3-D Secure) first. */
  | { kind: 'challenge'; decision: Decision }
  /** The buyer goes to a page of the bank or wallet and comes back. */
  | { kind: 'redirect'; decision: Decision }

/**
 * The bank's decision after the buyer has authenticated, or has returned from the method's page.
 */
export function decisionOf(outcome: Outcome): Decision {
  return outcome.kind === 'challenge' || outcome.kind === 'redirect' ? outcome.decision : outcome
}

/** How a refund to the card ends: at once, or after it was pending. */
export type RefundBehaviour = 'succeeds' | 'fails_later' | 'succeeds_later'

/** Why a buyer disputes a payment, in Stripe's words. */
export type DisputeReason = 'fraudulent' | 'product_not_received'
