import type { StripeError } from '@stripe/stripe-js'

/** What Stripe.js throws for a mistake of the page, as opposed to one of the buyer. */
export class IntegrationError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'IntegrationError'
  }
}

/** Something the buyer still has to correct in the form. */
export interface ValidationError {
  code: string
  message: string
}

export function validationFailure({ code, message }: ValidationError): { error: StripeError } {
  return { error: { type: 'validation_error', code, message } }
}
