import { ApiError, type CartView, payments } from '@foyer/contract'
import { formatAmount, fromMajor, minimumChargeMinor } from '@foyer/domain'
import { paymentTexts } from '../purchase-text.ts'

/** Why the last attempt to pay did not go through; shown above the payment form. */
export interface PaymentProblem {
  title: string
  message: string
  /** What the buyer can do next, if there is more to say than to try again. */
  advice?: string
  /** Shown with the card form, which also gets the focus. */
  isCard: boolean
  /** The wallet that it was paid from; shown above the wallets' buttons. */
  wallet?: string
}

/** Why no payment could be prepared. */
export interface SetupProblem {
  title: string
  message: string
  /** What our server answered, for the support that helps the buyer. */
  detail?: string
  /** Trying again may help; it does not for a wrong amount. */
  isRetryable: boolean
}

const INVALID_AMOUNT: SetupProblem = {
  title: paymentTexts.invalidAmountTitle,
  message: paymentTexts.invalidAmount,
  isRetryable: false,
}

const amountTooLow = (message: string): SetupProblem => ({
  title: paymentTexts.tooLowTitle,
  message,
  isRetryable: false,
})

/** Why a total cannot be charged to a card; null if it can. A total of 0 needs no card. */
export function amountProblem(totalMinor: number, currency: string): SetupProblem | null {
  if (totalMinor < 0) return INVALID_AMOUNT
  if (totalMinor === 0 || totalMinor >= minimumChargeMinor(currency)) return null
  return amountTooLow(tooLowText(currency))
}

const tooLowText = (currency: string): string =>
  paymentTexts.tooLow(formatAmount(minimumChargeMinor(currency), currency))

/** The payment could not be prepared, for a reason that may pass. */
export const SETUP_FAILED: SetupProblem = {
  title: paymentTexts.setupFailedTitle,
  message: paymentTexts.setupFailed,
  isRetryable: true,
}

/** What the buyer reads if the payment could not be prepared. */
export function setupProblemOf(error: unknown, currency: string): SetupProblem {
  if (!(error instanceof ApiError)) return SETUP_FAILED
  if (error.code === 'amount_not_positive') return INVALID_AMOUNT
  if (error.code === 'amount_too_low') return amountTooLow(error.text ?? tooLowText(currency))
  // The provider's key is read by another call, which makes no intent.
  if (error.endpoint !== payments.createPaymentIntent) return SETUP_FAILED
  return { ...SETUP_FAILED, detail: paymentTexts.intentFailed(error.status) }
}

/** The refusal of a payment by a wallet: the buyer can choose another card in it, or type one. */
export const ofWallet = ({ title, message }: PaymentProblem, wallet: string): PaymentProblem => ({
  title,
  message,
  advice: `Choose another card in ${wallet}, or pay by card below.`,
  isCard: false,
  wallet,
})

/** A press of the button charged nothing, because our server did not answer. */
export const UNREACHED: PaymentProblem = {
  title: paymentTexts.failedTitle,
  message:
    'We could not reach our server. Nothing was charged and everything you typed is kept. Please try again.',
  isCard: false,
}

/** A press of the button charged nothing, because the buyer saw another total. */
export const totalChanged = (
  { totalMinor, currency }: CartView['quote'],
  nowMinor: number,
  locale: string,
): PaymentProblem => ({
  title: 'The total changed',
  message: changeText(totalMinor, nowMinor, currency, locale),
  isCard: false,
})

const changeText = (beforeMinor: number, nowMinor: number, currency: string, locale: string) => {
  const before = formatAmount(beforeMinor, currency, locale)
  const now = formatAmount(nowMinor, currency, locale)
  return `The total changed from ${before} to ${now}. Nothing was charged. Please check it before you pay.`
}

/** The notice after the server refused an outdated total; null for other errors. */
export function mismatchText(
  error: unknown,
  quote: CartView['quote'],
  locale: string,
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'amount_mismatch') return null
  const { expectedAmount } = error.details
  const expected =
    typeof expectedAmount === 'number' ? fromMajor(expectedAmount, quote.currency) : null
  if (expected !== null) return changeText(quote.totalMinor, expected, quote.currency, locale)
  const before = formatAmount(quote.totalMinor, quote.currency, locale)
  return `The total is no longer ${before}. Please check it below.`
}
