import { ApiError, type CartView } from '@foyer/contract'
import { formatAmount, fromMajor, MINIMUM_CHARGE_MINOR } from '@foyer/domain'

export interface SetupProblem {
  title: string
  message: string
  /** Trying again may help; a wrong amount stays wrong. */
  isRetryable: boolean
}

const INVALID_AMOUNT: SetupProblem = {
  title: 'Invalid Payment Amount',
  message: 'The total amount must be greater than $0. Please check your ticket prices.',
  isRetryable: false,
}

const AMOUNT_TOO_LOW: SetupProblem = {
  title: 'Payment Amount Too Low',
  message: 'The minimum payment amount is $0.50.',
  isRetryable: false,
}

/** Why a total cannot be charged to a card; null where it can. 0 takes no card and is fine. */
export function amountProblem(totalMinor: number): SetupProblem | null {
  if (totalMinor < 0) return INVALID_AMOUNT
  if (totalMinor > 0 && totalMinor < MINIMUM_CHARGE_MINOR) return AMOUNT_TOO_LOW
  return null
}

/** What the buyer reads when the payment could not be prepared. */
export function setupProblemOf(error: unknown): SetupProblem {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'amount_not_positive') return INVALID_AMOUNT
  if (code === 'amount_too_low') return AMOUNT_TOO_LOW
  return {
    title: 'Payment Setup Failed',
    message: 'Unable to initialize payment processing',
    isRetryable: true,
  }
}

/** The notice after the server refused a total that is no longer the cart's; null for other errors. */
export function mismatchText(
  error: unknown,
  quote: CartView['quote'],
  locale: string,
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'amount_mismatch') return null
  const { expectedAmount } = error.details
  const expected =
    typeof expectedAmount === 'number' ? fromMajor(expectedAmount, quote.currency) : null
  const before = formatAmount(quote.totalMinor, quote.currency, locale)
  if (expected === null) return `The total is no longer ${before}. Please check it below.`
  const now = formatAmount(expected, quote.currency, locale)
  return `The total changed from ${before} to ${now}. Nothing was charged. Please check it before you pay.`
}
