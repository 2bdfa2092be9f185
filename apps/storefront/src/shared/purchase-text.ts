import { ApiError } from '@foyer/contract'

/** The specification's texts for failures between the cart and the tickets; see error-text.ts. */

export const holdTexts = {
  failedTitle: 'Cart Hold Failed',
  failedInDialog: 'Reservation Failed',
  notFoundTitle: 'Cart Not Found',
  notFound: 'Your cart hold has expired or does not exist.',
  expiredTitle: 'Cart Hold Expired',
  expired: 'Your cart hold has expired. Please start over.',
  invalidTitle: 'Invalid Cart Data',
} as const

/** Why nothing could be held: the server's text, else its status, else a general text. */
export function holdFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to reserve tickets'
  return error.text ?? `Failed to create hold: ${error.status}`
}

export const paymentTexts = {
  invalidAmountTitle: 'Invalid Payment Amount',
  invalidAmount: 'The total amount must be greater than $0. Please check your ticket prices.',
  tooLowTitle: 'Payment Amount Too Low',
  /** `least` is formatted: '$0.50'. */
  tooLow: (least: string) => `The minimum payment amount is ${least}.`,
  setupFailedTitle: 'Payment Setup Failed',
  setupFailed: 'Unable to initialize payment processing',
  intentFailed: (status: number) => `Failed to create payment intent: ${status}`,
  failedTitle: 'Payment Failed',
  failed: 'Payment failed',
  unexpected: 'An unexpected error occurred',
} as const

export const orderTexts = {
  failedTitle: 'Order Creation Failed',
  failed: 'Payment succeeded but order creation failed. Please contact support.',
  noOrderId: 'No order id returned from order creation',
  purchaseFailedTitle: 'Purchase Failed',
} as const

export const mailTexts = {
  onItsWayTitle: 'Email on Its Way',
  sentTitle: 'Email Sent',
  sent: (to: string) => `Tickets have been sent to ${to}`,
  changeOnItsWay: 'A confirmation email is on its way.',
  changeSent: 'A confirmation email has been sent.',
  failedTitle: 'Email Failed',
  failed: 'Failed to send confirmation email. Please try again.',
} as const
