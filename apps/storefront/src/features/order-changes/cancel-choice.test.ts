import { expect, test } from 'vitest'
import { byCard } from './cancel-choice.tsx'

const VISA = { brand: 'visa', last4: '4242' }

test('what goes back to one card is one line, whatever was paid with it', () => {
  expect(
    byCard([
      { amountMinor: 3736, card: VISA, paidFor: 'change' },
      { amountMinor: 4747, card: VISA, paidFor: 'purchase' },
      { amountMinor: 500, card: VISA, paidFor: 'change' },
      { amountMinor: 100, card: { brand: 'visa', last4: '0077' }, paidFor: 'change' },
    ]),
  ).toEqual([
    {
      to: 'the Visa card ending in 4242 that you paid the order and the changes with',
      amountMinor: 8983,
    },
    { to: 'the Visa card ending in 0077 that you paid the change with', amountMinor: 100 },
  ])
})

test('payments without a known card have a line each', () => {
  expect(
    byCard([
      { amountMinor: 100, card: null, paidFor: 'purchase' },
      { amountMinor: 200, card: null, paidFor: 'change' },
    ]),
  ).toEqual([
    { to: 'the card or account that you paid the order with', amountMinor: 100 },
    { to: 'the card or account that you paid the change with', amountMinor: 200 },
  ])
})
