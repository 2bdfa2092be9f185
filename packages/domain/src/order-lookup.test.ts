import { expect, it } from 'vitest'
import { isSearchablePhone, isSearchablePostalCode } from './order-lookup.ts'

it.each([
  ['212-555-0100', true],
  ['+44 (0)20 7946 0000 ext. 12', true],
  ['555 0100', true],
  ['555 010', false],
  ['0000000555010', false],
  ['1234567890123456', false],
  ['none', false],
])('the telephone number %j can be searched: %s', (typed, isFit) => {
  expect(isSearchablePhone(typed)).toBe(isFit)
})

it.each([
  ['10001', true],
  ['10001-1234', true],
  ['SW1A 1AA', true],
  ['101', true],
  ['10', false],
  ['-', false],
  ['1 Main Street', false],
])('the postal code %j can be searched: %s', (typed, isFit) => {
  expect(isSearchablePostalCode(typed)).toBe(isFit)
})
