import { describe, expect, it } from 'vitest'
import { assertChargeable, currency, formatMinor } from './currencies.ts'

describe('currencies', () => {
  it('are read in any case and refused when Stripe does not have them', () => {
    expect(currency('EUR', 'currency')).toBe('eur')
    expect(() => currency('xyz', 'currency')).toThrow(/^Invalid currency: xyz\. Stripe currently/)
  })

  it.each([
    [1250, 'usd', '$12.50'],
    [1250, 'jpy', '¥1,250'],
    [1250, 'eur', '€12.50'],
    [1250, 'kwd', 'KWD 1.250'],
  ])('%d %s is written as %s', (amountMinor, code, text) => {
    expect(formatMinor(amountMinor, code).replace(/\s/g, ' ')).toBe(text)
  })

  it.each([
    [49, 'usd', 'Amount must be at least $0.50 usd'],
    [29, 'gbp', 'Amount must be at least £0.30 gbp'],
    [49, 'jpy', 'Amount must be at least ¥50 jpy'],
    [100_000_000, 'usd', 'Amount must be no more than $999,999.99'],
  ])('cannot be charged with %d %s: %s', (amountMinor, code, message) => {
    expect(() => assertChargeable(amountMinor, code)).toThrow(message)
  })

  it.each([
    [50, 'usd'],
    [30, 'gbp'],
    [99_999_999, 'usd'],
  ])('can be charged with %d %s', (amountMinor, code) => {
    expect(() => assertChargeable(amountMinor, code)).not.toThrow()
  })
})
