import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyDiscountsOf, anyLines, withTaxes } from '../../test/arbitraries.ts'
import { minimumChargeMinor } from '../currencies.ts'
import { unitsOf } from '../order-units.ts'
import { discountRows, type QuoteRequestLine } from '../quote.ts'
import { quoteWithRules } from './quote-with-rules.ts'
import type { FrozenRule } from './rule.ts'
import { SMALL_TOTAL, withWaiver } from './small-totals.ts'

const ruleOf = (ruleId: string, discounts: FrozenRule['discounts']): FrozenRule => ({
  ruleId,
  name: ruleId,
  discounts,
  combines: true,
})

/** Carts of which many cost less than a card can be charged, with any rule and any coupon. */
const anyCart = anyLines
  .map((lines) =>
    lines.map((line): QuoteRequestLine => ({ ...line, unitPriceMinor: line.unitPriceMinor % 60 })),
  )
  .chain((lines) => fc.tuple(...lines.map(withTaxes)))
  .chain((lines: QuoteRequestLine[]) =>
    fc.record({
      lines: fc.constant(lines),
      automatic: anyDiscountsOf(lines).map((discounts) => [ruleOf('automatic', discounts)]),
      coupon: anyDiscountsOf(lines).map((discounts) => [ruleOf('coupon', discounts)]),
      currency: fc.constantFrom('usd', 'gbp', 'jpy', 'mxn'),
    }),
  )

describe('an organizer who waives small totals', () => {
  test('never has a total between 0 and what a card can be charged, nor a dearer one', () => {
    let waived = 0
    fc.assert(
      fc.property(anyCart, ({ lines, automatic, coupon, currency }) => {
        const usual = quoteWithRules(lines, currency, { automatic, coupon })
        const priced = quoteWithRules(lines, currency, {
          automatic: withWaiver(automatic, true),
          coupon,
        })
        const { quote } = priced
        const least = minimumChargeMinor(currency)
        expect(quote.totalMinor === 0 || quote.totalMinor >= least).toBe(true)
        expect(priced.couponMinor).toBe(usual.couponMinor)
        const isSmall = usual.quote.totalMinor > 0 && usual.quote.totalMinor < least
        if (!isSmall) {
          expect(priced).toEqual(usual)
          return
        }
        waived += 1
        expect(quote).toMatchObject({ totalMinor: 0, feeMinor: 0 })
        expect(quote.tax).toBeUndefined()
        expect(quote.discountMinor).toBe(quote.subtotalMinor)
        const rows = discountRows(quote)
        expect(rows.at(-1)?.label).toBe(SMALL_TOTAL.name)
        expect(rows.reduce((sum, { discountMinor }) => sum + discountMinor, 0)).toBe(
          quote.discountMinor,
        )
      }),
      { numRuns: 2000 },
    )
    expect(waived).toBeGreaterThan(100)
  })

  test('has nothing to give back of a waived order: each unit cost nothing', () => {
    fc.assert(
      fc.property(anyCart, ({ lines, automatic, coupon, currency }) => {
        const { quote } = quoteWithRules(lines, currency, {
          automatic: withWaiver(automatic, true),
          coupon,
        })
        if (quote.totalMinor > 0) return
        const units = unitsOf(quote)
        for (const unit of units) {
          expect(unit).toMatchObject({ amountMinor: 0, feeMinor: 0 })
        }
      }),
      { numRuns: 500 },
    )
  })
})

test('an organizer who does not waive leaves every total as it is', () => {
  expect(withWaiver([], false)).toEqual([])
})
