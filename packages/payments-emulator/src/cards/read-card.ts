import { ApiError } from '../wire/errors.ts'
import { brandOf, passesLuhn } from './brands.ts'
import { TEST_CARDS, type TestCard } from './test-cards.ts'

/** Card details as a call sends them. */
export interface CardInput {
  number: string
  expMonth: number
  expYear: number
  cvc: string | undefined
}

export interface ReadCard extends Omit<CardInput, 'cvc'> {
  testCard: TestCard
  cvcProvided: boolean
}

const LIVE_CARD_MESSAGE =
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.'

function cardError(code: string, message: string, param: string, declineCode?: string): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code,
    ...(declineCode && { decline_code: declineCode }),
    message,
    param,
  })
}

/**
 * Checks card details in Stripe's order (number, month, year, security code) and finds the test
 * card behind them.
 *
 * @param now Unix seconds; the month of expiry itself is still good.
 * @throws ApiError 402 `incorrect_number`, `invalid_expiry_month`, `invalid_expiry_year`,
 * `invalid_cvc`, or `card_declined` with `test_mode_live_card` for a number off the test list.
 */
export function readCard(input: CardInput, now: number): ReadCard {
  const number = input.number.replace(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const expYear = input.expYear < 100 ? 2000 + input.expYear : input.expYear
  const today = new Date(now * 1000)
  const monthsLeft =
    (expYear - today.getUTCFullYear()) * 12 + input.expMonth - 1 - today.getUTCMonth()
  if (input.expMonth < 1 || input.expMonth > 12) throw invalidMonth()
  if (expYear < today.getUTCFullYear() || expYear > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (monthsLeft < 0) throw invalidMonth()
  if (input.cvc !== undefined && !isCvcFor(number, input.cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  const testCard = TEST_CARDS.find((card) => card.number === number)
  if (!testCard)
    throw cardError('card_declined', LIVE_CARD_MESSAGE, 'number', 'test_mode_live_card')
  const cvcProvided = input.cvc !== undefined
  return { number, expMonth: input.expMonth, expYear, testCard, cvcProvided }
}

function invalidMonth(): ApiError {
  return cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
}

/** Stripe accepts three digits for any card, and also four for American Express. */
function isCvcFor(number: string, cvc: string): boolean {
  return /^\d{3}$/.test(cvc) || (/^\d{4}$/.test(cvc) && brandOf(number).cvcLength === 4)
}
