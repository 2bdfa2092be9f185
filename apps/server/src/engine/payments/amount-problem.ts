import { type Refused, refused } from '@foyer/contract'
import { formatAmount, fromMajor, minimumChargeMinor, type Quote, toMajor } from '@foyer/domain'
import { amountTooHigh } from '../refusals.ts'

export type AmountCode =
  | 'amount_not_positive'
  | 'currency_mismatch'
  | 'amount_mismatch'
  | 'amount_too_low'
  | 'amount_too_high'

/** Says why this amount, in major units, cannot be charged for a cart with this quote. */
export function amountProblem(
  stated: { amount: number; currency: string },
  { totalMinor, currency }: Quote,
): Refused<AmountCode> | null {
  if (!(stated.amount > 0)) {
    return refused(
      'amount_not_positive',
      'The total amount must be greater than $0. Please check your ticket prices.',
      { expectedAmount: toMajor(totalMinor, currency) },
    )
  }
  if (stated.currency !== currency) {
    return refused('currency_mismatch', `This cart is charged in ${currency}.`, { currency })
  }
  if (fromMajor(stated.amount, currency) !== totalMinor) {
    const total = formatAmount(totalMinor, currency)
    return refused('amount_mismatch', `The total of this cart is ${total}.`, {
      expectedAmount: toMajor(totalMinor, currency),
      currency,
    })
  }
  if (totalMinor < minimumChargeMinor(currency)) {
    const least = formatAmount(minimumChargeMinor(currency), currency)
    return refused('amount_too_low', `The minimum payment amount is ${least}.`)
  }
  return amountTooHigh(totalMinor, currency)
}
