import { ApiError, payments } from '@foyer/contract'
import { describe, expect, it } from 'vitest'
import { aCart } from '../../../test/carts-and-orders.ts'
import { amountProblem, mismatchText, setupProblemOf } from './payment-problems.ts'

const refused = (code: string, details?: object) =>
  new ApiError(409, JSON.stringify({ error: 'text', code, details }), '')
const { quote } = aCart()

describe('amountProblem', () => {
  it.each([
    [-1, 'Invalid Payment Amount'],
    [0, undefined],
    [1, 'Payment Amount Too Low'],
    [49, 'Payment Amount Too Low'],
    [50, undefined],
  ])('%i minor units: %s', (totalMinor, title) => {
    expect(amountProblem(totalMinor, 'usd')?.title).toBe(title)
  })

  it('names the minimum of the currency', () => {
    expect(amountProblem(49, 'usd')?.message).toBe('The minimum payment amount is $0.50.')
    expect(amountProblem(999, 'mxn')?.message).toBe('The minimum payment amount is MX$10.00.')
  })
})

describe('setupProblemOf', () => {
  it.each([
    ['amount_not_positive', 'Invalid Payment Amount', false],
    ['amount_too_low', 'Payment Amount Too Low', false],
    ['provider_unavailable', 'Payment Setup Failed', true],
  ])('%s', (code, title, isRetryable) => {
    expect(setupProblemOf(refused(code), 'usd')).toMatchObject({ title, isRetryable })
  })

  it('offers another try after a lost connection', () => {
    expect(setupProblemOf(new TypeError('Failed to fetch'), 'usd')).toEqual({
      title: 'Payment Setup Failed',
      message: 'Unable to initialize payment processing',
      isRetryable: true,
    })
  })
})

describe('which call failed', () => {
  const failed = (
    endpoint: typeof payments.createPaymentIntent | typeof payments.getPaymentConfig,
  ) => setupProblemOf(new ApiError(500, '{}', 'Internal Server Error', endpoint), 'usd').detail

  it('is named only if it was the one that makes the intent', () => {
    expect(failed(payments.createPaymentIntent)).toBe('Failed to create payment intent: 500')
    expect(failed(payments.getPaymentConfig)).toBeUndefined()
  })
})

describe('mismatchText', () => {
  it('names both totals', () => {
    expect(
      mismatchText(refused('amount_mismatch', { expectedAmount: 80.96 }), quote, 'en-US'),
    ).toBe(
      'The total changed from $75.96 to $80.96. Nothing was charged. Please check it before you pay.',
    )
  })

  it('is null for every other error', () => {
    expect(mismatchText(refused('busy'), quote, 'en-US')).toBeNull()
    expect(mismatchText(null, quote, 'en-US')).toBeNull()
  })
})
