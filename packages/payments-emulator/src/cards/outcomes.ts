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

/** What the bank says once the buyer has done everything that it asks for. */
export function decisionOf(outcome: Outcome): Decision {
  return outcome.kind === 'challenge' || outcome.kind === 'redirect' ? outcome.decision : outcome
}

/** What becomes of refunds to a card, where it differs from succeeding at once. */
export type RefundBehaviour = 'succeeds' | 'fails_later' | 'succeeds_later'

/** Why buyers have payments taken back, in Stripe's words. */
export type DisputeReason = 'fraudulent' | 'product_not_received'
