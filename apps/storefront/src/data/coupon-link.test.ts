import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rememberLinkedCoupon, takeLinkedCoupon } from './coupon-link.ts'

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the code of a link is given to one cart', () => {
  rememberLinkedCoupon('?date=2027-05-31&coupon=%20SUMMER20%20')
  rememberLinkedCoupon('?date=2027-06-01')
  expect(takeLinkedCoupon()).toBe('SUMMER20')
  expect(takeLinkedCoupon()).toBeNull()
})

test('an empty code is none, and a long one is cut to what the field accepts', () => {
  rememberLinkedCoupon('?coupon=')
  expect(takeLinkedCoupon()).toBeNull()
  rememberLinkedCoupon(`?coupon=${'x'.repeat(100)}`)
  expect(takeLinkedCoupon()).toHaveLength(64)
})
