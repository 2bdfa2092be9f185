import { ApiError, type ChangeQuote, type QuoteView } from '@foyer/contract'
import { expect, test } from 'vitest'
import { beyondText, figuresOf, hasOtherFigures, outcomeOf, sessionName } from './change-texts.ts'

const quote = (totalMinor: number): QuoteView => ({
  currency: 'usd',
  lines: [
    {
      kind: 'ticket',
      id: 'a',
      name: 'Adult',
      quantity: 2,
      unitPriceMinor: totalMinor / 2,
      subtotalMinor: totalMinor,
      feeMinor: 0,
      taxMinor: 0,
      totalMinor,
      feeName: null,
      unitPrices: [],
    },
  ],
  ticketCount: 2,
  subtotalMinor: totalMinor,
  discountMinor: 0,
  feeMinor: 0,
  fees: [],
  taxMinor: 0,
  taxes: [],
  totalMinor,
})

const change = (values: Partial<ChangeQuote>, afterMinor: number): ChangeQuote => ({
  before: quote(6000),
  after: quote(afterMinor),
  differenceMinor: afterMinor + (values.changeFeeMinor ?? 0) - 6000,
  isWaived: false,
  changeFeeMinor: 0,
  dueMinor: 0,
  refundMinor: 0,
  ...values,
})

const numbers = (of: ChangeQuote) => figuresOf(of, String)
const sumOf = (of: ChangeQuote) => numbers(of).reduce((sum, [, value]) => sum + Number(value), 0)

test.each([
  ['costs more, with a fee', change({ changeFeeMinor: 400, dueMinor: 2400 }, 8000), 2400],
  ['costs less', change({ refundMinor: 1000 }, 5000), -1000],
  ['costs less, and nothing is refunded', change({}, 5000), 0],
  ['costs too little more for a card', change({ isWaived: true }, 6030), 0],
  ['uses a credit', change({ differenceMinor: 1500, dueMinor: 1500 }, 8000), 1500],
  ['collects what was left open', change({ differenceMinor: 2030, dueMinor: 2030 }, 8000), 2030],
])('the figures of a change that %s add up to what the buyer pays', (_, of, sum) => {
  expect(sumOf(of)).toBe(sum)
})

test('the outcome is one amount with its direction', () => {
  expect(outcomeOf(change({ dueMinor: 2000 }, 8000)).title).toBe('The buyer pays')
  expect(outcomeOf(change({ refundMinor: 1000 }, 5000))).toEqual({
    title: 'Goes back to the buyer',
    minor: 1000,
  })
  expect(outcomeOf(change({}, 6000))).toEqual({ title: 'Nothing to pay', minor: 0 })
})

test('a name that begins with its time is not written twice', () => {
  const at = (displayName: string) =>
    sessionName({ startTime: '2026-12-05T19:00:00Z', displayName }, 'UTC', 'en-US')
  expect(at('7:00 PM entry')).toBe('7:00 PM entry')
  expect(at('Late show')).toBe('7:00 PM, Late show')
  expect(at('')).toBe('7:00 PM')
})

const refusal = (code: string) =>
  new ApiError(409, JSON.stringify({ error: 'It cannot be done.', code }), 'Conflict')

test('a refusal because the figures have changed is distinguished from other refusals', () => {
  expect(hasOtherFigures(refusal('amount_mismatch'))).toBe(true)
  expect(hasOtherFigures(refusal('payment_required'))).toBe(true)
  expect(hasOtherFigures(refusal('sold_out'))).toBe(false)
  expect(hasOtherFigures(new TypeError('no network'))).toBe(false)
})

test('what the team does beyond the policy is named with the reason', () => {
  expect(beyondText('not_allowed')).toBe(
    'Buyers could not do this: the policy of this event does not allow it.',
  )
  expect(beyondText('past')).toBe('Buyers could not do this: the date has begun.')
})
