import { describe, expect, test } from 'vitest'
import type { QuoteRequestLine } from '../quote.ts'
import { type CartDiscounts, quoteWithRules } from './quote-with-rules.ts'
import type { FrozenRule } from './rule.ts'
import { SMALL_TOTAL } from './small-totals.ts'

const line = (id: string, unitPriceMinor: number): QuoteRequestLine => ({
  ...{ kind: 'ticket', id, name: id, quantity: 1, unitPriceMinor, feeSet: null },
})
const LINES = [line('adult', 6000), line('child', 4000)]

const off = (ruleId: string, ratePpm: number): FrozenRule => ({
  ...{ ruleId, name: ruleId, combines: true },
  discounts: [{ ticketTypeId: 'all', discountType: 'percentage', ratePpm }],
})
const early = off('early', 100_000)
const summer = off('summer', 500_000)
const nothing = off('nothing', 0)

const quoteOf = (discounts: Partial<CartDiscounts>, lines: readonly QuoteRequestLine[] = LINES) =>
  quoteWithRules(lines, 'usd', { automatic: [], coupon: [], ...discounts })
const rulesOf = (discounts: Partial<CartDiscounts>) =>
  quoteOf(discounts).quote.rules?.map((rule) => [rule.ruleId, rule.isOfCoupon, rule.discountMinor])

describe('a quote with rules', () => {
  test('names what each rule took off, automatic ones before those of the coupon', () => {
    expect(rulesOf({ automatic: [early], coupon: [summer] })).toEqual([
      ['early', false, 1000],
      ['summer', true, 4500],
    ])
    expect(rulesOf({ automatic: [early] })).toEqual([['early', false, 1000]])
    expect(rulesOf({ coupon: [summer, early] })).toEqual([
      ['summer', true, 5000],
      ['early', true, 500],
    ])
  })

  test('names no rule if that of the coupon is the only one, or if none took something off', () => {
    expect(quoteOf({ coupon: [summer] }).quote).not.toHaveProperty('rules')
    expect(quoteOf({}).quote).not.toHaveProperty('rules')
    expect(quoteOf({ automatic: [nothing] }).quote).not.toHaveProperty('rules')
    expect(rulesOf({ automatic: [nothing, early] })).toEqual([['early', false, 1000]])
  })

  test('says what the coupon took off, beside other rules and alone', () => {
    const minor = (discounts: Partial<CartDiscounts>) => quoteOf(discounts).couponMinor
    expect(minor({ automatic: [early], coupon: [summer] })).toBe(4500)
    expect(minor({ coupon: [summer, early] })).toBe(5500)
    expect(minor({ automatic: [early] })).toBe(0)
  })

  test('takes automatic rules and the coupon off the lines that each is for', () => {
    const isAdult = ({ id }: QuoteRequestLine) => id === 'adult'
    const { quote } = quoteOf({
      ...{ automatic: [early], isInAutomatic: isAdult },
      ...{ coupon: [summer], isInCoupon: (each) => !isAdult(each) },
    })
    expect(quote.lines.map(({ discountMinor }) => discountMinor)).toEqual([600, 2000])
  })
})

describe('a total that is waived', () => {
  const waived = (...lines: QuoteRequestLine[]) =>
    quoteOf({ automatic: [early, SMALL_TOTAL] }, lines).quote

  test('becomes a discount of each line, and a rule of its own after the others', () => {
    const { lines, rules, ...sums } = waived(line('adult', 30), line('free', 0))
    expect(sums).toMatchObject({ subtotalMinor: 30, discountMinor: 30, totalMinor: 0 })
    expect(lines).toMatchObject([
      { id: 'adult', discountMinor: 30, feeMinor: 0, totalMinor: 0 },
      { id: 'free', feeMinor: 0, totalMinor: 0 },
    ])
    expect(lines[1]).not.toHaveProperty('discountMinor')
    expect(rules?.map((rule) => [rule.ruleId, rule.isOfCoupon, rule.discountMinor])).toEqual([
      ['early', false, 3],
      ['small_total', false, 27],
    ])
    expect(rules?.at(-1)).toMatchObject({ name: 'Too small for a card', discounts: [] })
  })
})
