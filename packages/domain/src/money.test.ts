import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ZERO_DECIMAL_CURRENCIES } from './constants.ts'
import { CURRENCIES, minimumChargeMinor } from './currencies.ts'
import {
  applyRate,
  formatAmount,
  formatPrice,
  fromMajor,
  minorOf,
  minorPerMajor,
  partOfGross,
  prorate,
  toMajor,
} from './money.ts'

describe('a price on a card or a button', () => {
  test.each([
    [0, 'usd', '$0'],
    [3000, 'usd', '$30'],
    [3498, 'usd', '$34.98'],
    [3450, 'usd', '$34.50'],
    [50, 'usd', '$0.50'],
    [123_456_700, 'usd', '$1,234,567'],
    [3000, 'jpy', '¥3,000'],
    [3498, 'eur', '€34.98'],
  ])('%s %s is shown as %s', (minor, currency, text) => {
    expect(formatPrice(minor, currency)).toBe(text)
  })
})

describe('an amount in a column', () => {
  test.each([
    [0, 'usd', '$0.00'],
    [3000, 'usd', '$30.00'],
    [3498, 'usd', '$34.98'],
    [3000, 'jpy', '¥3,000'],
  ])('%s %s is shown as %s', (minor, currency, text) => {
    expect(formatAmount(minor, currency)).toBe(text)
  })

  test('follows the locale', () => {
    expect(formatAmount(349_800, 'eur', 'de-DE')).toMatch(/^3\.498,00\s€$/)
  })
})

describe('major units on the wire', () => {
  test('every amount is the same after it was written and read', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom('usd', 'eur', 'jpy'),
        (minor, currency) => fromMajor(toMajor(minor, currency), currency) === minor,
      ),
    )
  })

  test.each([
    [34.98, 'usd', 3498],
    // 1.1 + 2.2 is 3.3000000000000003: an error of floating point, not another amount.
    [1.1 + 2.2, 'usd', 330],
    [0.29 * 3, 'usd', 87],
    [0, 'usd', 0],
    [-5, 'usd', -500],
    [3000, 'jpy', 3000],
  ])('%s %s is %s', (major, currency, minor) => {
    expect(fromMajor(major, currency)).toBe(minor)
  })

  test.each([
    [34.985, 'usd'],
    [0.001, 'usd'],
    [0.5, 'jpy'],
    [Number.NaN, 'usd'],
    [Number.POSITIVE_INFINITY, 'usd'],
    [1e300, 'usd'],
  ])('%s %s is not an amount, and is not rounded to one', (major, currency) => {
    expect(fromMajor(major, currency)).toBeNull()
  })

  test('the smallest charge differs by currency, and is unknown for currencies in which nothing is sold', () => {
    expect(minimumChargeMinor('usd')).toBe(50)
    expect(minimumChargeMinor('jpy')).toBe(50)
    expect(minimumChargeMinor('mxn')).toBe(1000)
  })

  test.each(['bhd', 'jod', 'kwd', 'omr', 'tnd', 'ugx', 'isk'])(
    'nothing is sold in %s, whose amounts the provider does not count in hundredths',
    (currency) => {
      expect(Object.keys(CURRENCIES)).not.toContain(currency)
    },
  )

  test('a yen has no cents', () => {
    expect(Object.keys(CURRENCIES)).toEqual(expect.arrayContaining([...ZERO_DECIMAL_CURRENCIES]))
    expect(minorPerMajor('jpy')).toBe(1)
    expect(minorPerMajor('usd')).toBe(100)
    expect([minorOf(49.5, 'usd'), minorOf(49.5, 'jpy')]).toEqual([4950, 50])
  })
})

describe('the one rounding rule: half away from zero', () => {
  test.each([
    [5, 100_000, 1],
    [4, 100_000, 0],
    [15, 100_000, 2],
    [-5, 100_000, -1],
    [-4, 100_000, 0],
    [2999, 125_000, 375],
    [1, 1_000_000, 1],
    [1000, 0, 0],
    [0, 125_000, 0],
  ])('%s at %s ppm is %s', (minor, ppm, result) => {
    expect(applyRate(minor, ppm)).toBe(result)
  })

  test('is exact for every safe amount, where floats are not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        fc.integer({ min: 0, max: 1_000_000 }),
        (minor, ppm) => {
          const twice = BigInt(minor) * BigInt(ppm) * 2n
          const rounded = BigInt(applyRate(minor, ppm))
          // |exact - rounded| <= 1/2, and a tie was rounded up.
          expect(twice - rounded * 2_000_000n).toBeGreaterThanOrEqual(-1_000_000n)
          expect(twice - rounded * 2_000_000n).toBeLessThan(1_000_000n)
        },
      ),
    )
  })
})

describe('shares of an amount', () => {
  const anyWeights = fc.array(fc.integer({ min: 0, max: 2 ** 40 }), { maxLength: 20 })
  const anyAmount = fc.integer({ min: 0, max: 2 ** 40 })
  const sumOf = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)

  test('add up to the amount, and each is its exact share rounded up or down', () => {
    fc.assert(
      fc.property(anyAmount, anyWeights, (amount, weights) => {
        const whole = sumOf(weights)
        const shares = prorate(amount, weights)
        expect(sumOf(shares)).toBe(whole === 0 ? 0 : amount)
        expect(shares).toHaveLength(weights.length)
        for (const [index, share] of shares.entries()) {
          const off = BigInt(share) * BigInt(whole) - BigInt(amount) * BigInt(weights[index] ?? 0)
          expect(whole === 0 || (off < whole && off > -whole)).toBe(true)
        }
      }),
    )
  })

  test('are no larger than their weights if the amount is no larger than the sum of these', () => {
    fc.assert(
      fc.property(anyWeights, fc.double({ min: 0, max: 1, noNaN: true }), (weights, part) => {
        const shares = prorate(Math.floor(sumOf(weights) * part), weights)
        expect(shares.every((share, index) => share <= (weights[index] ?? 0))).toBe(true)
      }),
    )
  })

  test('a larger weight never gets a smaller share', () => {
    fc.assert(
      fc.property(anyAmount, anyWeights, (amount, weights) => {
        const inOrder = weights.toSorted((a, b) => b - a)
        const shares = prorate(amount, inOrder)
        expect(shares).toEqual(shares.toSorted((a, b) => b - a))
      }),
    )
  })
})

test('a part of an amount below 0 is rounded away from zero, as that of one above it', () => {
  expect([100, -100].map((minor) => partOfGross(minor, 230_000))).toEqual([19, -19])
  expect([1, -1].map((minor) => partOfGross(minor, 1_000_000))).toEqual([1, -1])
})
