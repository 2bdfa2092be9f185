import { buildQuote } from '@foyer/domain'
import { expect, test } from 'vitest'
import { amountProblem } from './amount-problem.ts'

/** The quote of a cart with one ticket at this price. */
const quoteOf = (unitPriceMinor: number, currency = 'usd') => {
  const ticket = { kind: 'ticket', id: 'ga', name: 'GA', quantity: 1, feeSet: null } as const
  return buildQuote([{ ...ticket, unitPriceMinor }], currency)
}

test.each([
  { amount: 60, currency: 'usd', totalMinor: 6000 },
  { amount: 0.5, currency: 'usd', totalMinor: 50 },
  { amount: 1500, currency: 'jpy', totalMinor: 1500 },
])('$amount $currency can be charged for a cart that costs exactly this', (stated) => {
  expect(amountProblem(stated, quoteOf(stated.totalMinor, stated.currency))).toBeNull()
})

test.each([
  ['nothing', 0],
  ['less than nothing', -60],
  ['no number', Number.NaN],
])('%s is no amount, and the refusal says what the cart costs', (_, amount) => {
  expect(amountProblem({ amount, currency: 'usd' }, quoteOf(6000))).toMatchObject({
    refusal: { code: 'amount_not_positive', details: { expectedAmount: 60 } },
  })
})

test('a cart is charged in its own currency', () => {
  expect(amountProblem({ amount: 60, currency: 'eur' }, quoteOf(6000))).toMatchObject({
    refusal: { code: 'currency_mismatch', details: { currency: 'usd' } },
  })
})

test.each([59.99, 60.01, 6000])('%d is refused for a cart that costs 60', (amount) => {
  expect(amountProblem({ amount, currency: 'usd' }, quoteOf(6000))).toMatchObject({
    refusal: {
      code: 'amount_mismatch',
      message: 'The total of this cart is $60.00.',
      details: { expectedAmount: 60, currency: 'usd' },
    },
  })
})

test('a cart that costs less than a card can be charged is refused', () => {
  expect(amountProblem({ amount: 0.49, currency: 'usd' }, quoteOf(49))).toMatchObject({
    refusal: { code: 'amount_too_low', message: 'The minimum payment amount is $0.50.' },
  })
})

test('a cart that costs more than can be charged at once is refused', () => {
  expect(amountProblem({ amount: 1_000_000, currency: 'usd' }, quoteOf(100_000_000))).toMatchObject(
    { refusal: { code: 'amount_too_high' } },
  )
})
