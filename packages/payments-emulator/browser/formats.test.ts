import { describe, expect, it } from 'vitest'
import { formatCvc, formatExpiry, formatNumber } from './formats.ts'

describe('formatNumber', () => {
  it.each([
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 42424242999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
    ['card', ''],
  ])('%s -> %s', (typed, shown) => expect(formatNumber(typed)).toBe(shown))
})

describe('formatExpiry', () => {
  it.each([
    ['1', '1'],
    ['0', '0'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['1 / 30', '01 / 30'],
    ['12/2030', '12 / 30'],
    ['12 / 305', '12 / 30'],
  ])('%s -> %s', (typed, shown) => expect(formatExpiry(typed, false)).toBe(shown))

  it.each([
    ['12 / 3', '12 / 3'],
    ['12 / ', '12'],
    ['12 /', '12'],
    ['1', '1'],
    ['', ''],
  ])('while deleting: %s -> %s', (left, shown) => expect(formatExpiry(left, true)).toBe(shown))
})

describe('formatCvc', () => {
  it('keeps as many digits as the brand has', () => {
    expect(formatCvc('12345', '4242')).toBe('123')
    expect(formatCvc('12345', '3782')).toBe('1234')
    expect(formatCvc('12345', '')).toBe('1234')
  })
})
