import { expect, it } from 'vitest'
import { newCartNumber } from './review-step.tsx'

it('the number of a cart has five digits, both ends included', () => {
  expect(newCartNumber(0)).toBe('10000')
  expect(newCartNumber(0.5)).toBe('55000')
  expect(newCartNumber(1 - Number.EPSILON)).toBe('99999')
})
