import type { PaymentIntent, StripeError } from '@stripe/stripe-js'
import { paymentTexts } from '../purchase-text.ts'
import type { PaymentProblem } from './payment-problems.ts'

/**
 * What the buyer can do after each refusal, by the provider's code (docs.stripe.com/declines/codes).
 * A lost or stolen card is shown as a plain decline: its user must not learn that it was reported.
 */
const ADVICE: Readonly<Record<string, string>> = {
  insufficient_funds: 'Use another card or another way to pay.',
  card_velocity_exceeded: 'The card is over its limit for now. Use another card.',
  expired_card: 'Check the expiration date, or use another card.',
  incorrect_cvc: 'Check the three or four digits beside the card number, then pay again.',
  incorrect_number: 'Check the card number, then pay again.',
  processing_error: 'Wait a moment and pay again, or use another card.',
  payment_intent_authentication_failure: 'Pay again to be asked once more, or use another card.',
}
const USUAL_ADVICE = 'Use another card, or ask your bank: only it knows the reason.'

/** A refusal by the bank or the provider, in their own words. */
export function declined(message: string | null | undefined, code?: string | null): PaymentProblem {
  return {
    title: paymentTexts.failedTitle,
    message: message || paymentTexts.failed,
    advice: (code && ADVICE[code]) || USUAL_ADVICE,
    isCard: true,
  }
}

/** The buyer left the bank's question unanswered: by a reload, the Back button, or closing its window. */
const UNANSWERED_BANK: PaymentProblem = {
  title: paymentTexts.failedTitle,
  message: 'Your bank’s check was not finished.',
  advice: 'Pay again, with the same or another way to pay.',
  isCard: true,
}

/** The page was left before the bank was asked. */
const NEVER_SENT: PaymentProblem = {
  title: paymentTexts.failedTitle,
  message: 'Your payment was interrupted before it reached the bank.',
  advice: 'Pay again.',
  isCard: true,
}

export type Verdict =
  /** Our server can find out; `isPaid` if the provider already has the money. */
  { kind: 'ask_server'; isPaid: boolean } | { kind: 'refused'; problem: PaymentProblem }

// Errors after which only the provider knows whether the card was charged.
const UNKNOWN_OUTCOMES: readonly string[] = [
  'api_connection_error',
  'api_error',
  'rate_limit_error',
  'idempotency_error',
]

/** What the provider's answer to a confirmation means. */
export function verdictOn(result: {
  error?: StripeError | undefined
  paymentIntent?: Pick<PaymentIntent, 'status'> | undefined
}): Verdict {
  const { error } = result
  const status = result.paymentIntent?.status ?? error?.payment_intent?.status
  const isPaid = status === 'succeeded'
  if (isPaid || status === 'processing') return { kind: 'ask_server', isPaid }
  if (error && !UNKNOWN_OUTCOMES.includes(error.type)) {
    return { kind: 'refused', problem: declined(error.message, error.decline_code ?? error.code) }
  }
  return { kind: 'ask_server', isPaid }
}

/** What the provider's intent says while our server has no order: after a reload, redirect or lost answer. */
export type IntentVerdict =
  | { kind: 'wait'; wait: 'usual' | 'bank' }
  | { kind: 'refused'; problem: PaymentProblem }
  | { kind: 'canceled' }

export function verdictOnIntent({
  status,
  last_payment_error: error,
}: Pick<PaymentIntent, 'status' | 'last_payment_error'>): IntentVerdict {
  switch (status) {
    case 'succeeded':
    case 'requires_capture':
      return { kind: 'wait', wait: 'usual' }
    case 'processing':
      return { kind: 'wait', wait: 'bank' }
    case 'canceled':
      return { kind: 'canceled' }
    case 'requires_action':
    case 'requires_confirmation':
      return { kind: 'refused', problem: UNANSWERED_BANK }
    case 'requires_payment_method':
      return {
        kind: 'refused',
        problem: error ? declined(error.message, error.decline_code ?? error.code) : NEVER_SENT,
      }
  }
}
