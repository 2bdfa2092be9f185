import { expect, test } from 'vitest'
import { cardText } from './cancel-choice.tsx'

const VISA = { brand: 'visa', last4: '4242' }

test.each([
  {
    paidFor: ['change', 'purchase', 'change'] as const,
    card: VISA,
    text: 'the Visa card ending in 4242 that you paid the order and the changes with',
  },
  {
    paidFor: ['change'] as const,
    card: VISA,
    text: 'the Visa card ending in 4242 that you paid the change with',
  },
  {
    paidFor: ['purchase'] as const,
    card: null,
    text: 'the card or account that you paid the order with',
  },
])('a refund goes to $text', ({ paidFor, card, text }) => {
  expect(cardText({ amountMinor: 100, paidFor: [...paidFor], card })).toBe(text)
})
