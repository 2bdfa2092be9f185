import { describe, expect, it } from 'vitest'
import { checkCvc, checkExpiry, checkNumber, checkPostalCode } from './validation.ts'

const TODAY = new Date(2026, 10, 21)

describe('card details', () => {
  it.each([
    ['', 'incomplete_number'],
    ['4242 4242', 'incomplete_number'],
    ['4242 4242 4242 4241', 'invalid_number'],
    ['4242 4242 4242 4242', undefined],
    ['3782 822463 10005', undefined],
    ['6205 5000 0000 0000 004', undefined],
  ])('number %s: %s', (typed, code) => expect(checkNumber(typed)?.code).toBe(code))

  it.each([
    ['', 'incomplete_expiry'],
    ['12 / 3', 'incomplete_expiry'],
    ['00 / 30', 'invalid_expiry_month'],
    ['12 / 25', 'invalid_expiry_year_past'],
    ['10 / 26', 'invalid_expiry_month_past'],
    ['11 / 26', undefined],
    ['12 / 99', 'invalid_expiry_year'],
  ])('expiry %s: %s', (typed, code) => expect(checkExpiry(typed, TODAY)?.code).toBe(code))

  it.each([
    ['', '4242', 'incomplete_cvc'],
    ['12', '4242', 'incomplete_cvc'],
    ['123', '4242', undefined],
    ['123', '3782', undefined],
    ['1234', '3782', undefined],
  ])('security code %s for %s: %s', (typed, number, code) =>
    expect(checkCvc(typed, number)?.code).toBe(code),
  )

  it.each([
    ['94100', 'US', undefined],
    ['94100-1234', 'US', undefined],
    ['941', 'US', 'Your ZIP code is incomplete.'],
    ['K1A 0B1', 'CA', undefined],
    ['SW1A 1AA', 'GB', undefined],
    ['', 'GB', 'Your postal code is incomplete.'],
    ['', 'DE', undefined],
  ])('postal code %s in %s: %s', (typed, country, message) =>
    expect(checkPostalCode(typed, country)?.message).toBe(message),
  )
})
