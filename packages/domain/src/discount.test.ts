import { expect, test } from 'vitest'
import { discountShares } from './discount.ts'

test('without a discount nothing is taken off any line', () => {
  const line = { kind: 'ticket' as const, id: 'ga', subtotalMinor: 1000 }
  expect(discountShares([line, { ...line, kind: 'addOn' }], [])).toEqual([0, 0])
})
