import { expect, test } from 'vitest'
import { type RefundValues, refundSchema, wantedOf } from './refund-values.ts'

const VALUES: RefundValues = {
  kind: 'amount',
  ticketIds: [],
  amount: '12,50',
  keepsFees: false,
  reason: 'goodwill',
  note: '',
}

test('an amount is read with a point or a comma, in the currency of the order', () => {
  expect(wantedOf(VALUES, 'usd')).toEqual({ kind: 'amount', amountMinor: 1250, withFees: true })
  expect(wantedOf({ ...VALUES, amount: '1250' }, 'jpy')).toMatchObject({ amountMinor: 1250 })
})

test.each(['', '0', '-3', 'ten', '1.234', 'NaN', '1e9'])(
  "'%s' is no amount to refund",
  (amount) => {
    const schema = refundSchema('usd', 5000)
    expect(schema.safeParse({ ...VALUES, amount }).error?.issues).toMatchObject([
      { path: ['amount'] },
    ])
  },
)

test('more than is left is no amount to refund', () => {
  expect(refundSchema('usd', 1249).safeParse(VALUES).success).toBe(false)
  expect(refundSchema('usd', 1250).safeParse(VALUES).success).toBe(true)
})

test('tickets are refunded once one is chosen', () => {
  const none = { ...VALUES, kind: 'tickets' as const }
  expect(wantedOf(none, 'usd')).toBeNull()
  expect(refundSchema('usd', 5000).safeParse(none).success).toBe(false)
  expect(wantedOf({ ...none, ticketIds: ['a'], keepsFees: true }, 'usd')).toEqual({
    kind: 'tickets',
    ticketIds: ['a'],
    withFees: false,
  })
})
