/**
 * Types of the wire that records, errors and states share. They have a file of their own, so that
 * none of these has to import another.
 */

type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'

/** The fields of Stripe's error object that the emulator sends. */
export interface ErrorFields {
  type: ErrorType
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  advice_code?: string
  network_decline_code?: string
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle; capture is always automatic here. */
export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export type Metadata = Record<string, string>

/** The payment methods; the last two have a page of their own. */
export const METHOD_TYPES = ['card', 'us_bank_account', 'ideal', 'amazon_pay'] as const

export type MethodType = (typeof METHOD_TYPES)[number]
