import type { ErrorFields } from '../wire/shapes.ts'

/** Why an issuer declines, named as in Stripe's list of test cards. */
export type DeclineReason = keyof typeof DECLINES

interface Decline {
  code: string
  declineCode?: string
  message: string
  /** The card field that the buyer should correct, if Stripe names one. */
  param?: string
  /** Stripe's advice to the merchant: https://docs.stripe.com/declines/codes */
  advice: 'try_again_later' | 'do_not_try_again' | 'confirm_card_data'
  /** True if Stripe blocks the payment before it reaches the card network. */
  blocked?: boolean
}

/** Codes and texts: https://docs.stripe.com/testing#declined-payments */
const DECLINES = {
  generic_decline: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
    advice: 'try_again_later',
  },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    advice: 'try_again_later',
  },
  lost_card: {
    code: 'card_declined',
    declineCode: 'lost_card',
    message: 'Your card was declined.',
    advice: 'do_not_try_again',
  },
  stolen_card: {
    code: 'card_declined',
    declineCode: 'stolen_card',
    message: 'Your card was declined.',
    advice: 'do_not_try_again',
  },
  card_velocity_exceeded: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    advice: 'try_again_later',
  },
  fraudulent: {
    code: 'card_declined',
    declineCode: 'fraudulent',
    message: 'Your card was declined.',
    advice: 'do_not_try_again',
    blocked: true,
  },
  expired_card: {
    code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
    advice: 'do_not_try_again',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
    advice: 'confirm_card_data',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice: 'try_again_later',
  },
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    advice: 'try_again_later',
  },
  bank_insufficient_funds: {
    code: 'insufficient_funds',
    message: 'The customer’s account has insufficient funds to cover this payment.',
    advice: 'try_again_later',
  },
} satisfies Record<string, Decline>

export function declineOf(reason: DeclineReason): Decline {
  return DECLINES[reason]
}

/** The decline as an error object, and as a payment intent's `last_payment_error`. */
export function declineError(reason: DeclineReason, chargeId: string): ErrorFields {
  const { code, declineCode, message, param, advice, blocked } = declineOf(reason)
  return {
    type: 'card_error',
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
    ...(param && { param }),
    charge: chargeId,
    advice_code: advice,
    ...(!blocked && { network_decline_code: '01' }),
  }
}
