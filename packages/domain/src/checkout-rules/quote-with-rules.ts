import { type AppliedRule, buildQuoteInSteps, type Quote, type QuoteRequestLine } from '../quote.ts'
import type { FrozenRule } from './rule.ts'
import { isSmallTotal, isWaiver, waiveTotal } from './small-totals.ts'

/** What rules take off a cart, in the order in which they apply: automatic ones, then the coupon's. */
export interface CartDiscounts {
  automatic: readonly FrozenRule[]
  coupon: readonly FrozenRule[]
  /** The lines that automatic rules apply to; all by default. */
  isInAutomatic?: (line: QuoteRequestLine) => boolean
  /** The lines that the coupon applies to; all by default. */
  isInCoupon?: (line: QuoteRequestLine) => boolean
}

/**
 * Prices a cart with what rules take off it. The quote names the rules, unless the coupon's is the only
 * one; `couponMinor` is what the coupon took off. If the waiver is among the automatic rules, a total that is
 * too small for a card is waived.
 */
export function quoteWithRules(
  lines: readonly QuoteRequestLine[],
  currency: string,
  { automatic, coupon, isInAutomatic, isInCoupon }: CartDiscounts,
): { quote: Quote; couponMinor: number } {
  const rules = [
    ...automatic
      .filter((rule) => !isWaiver(rule))
      .map((rule) => ({ rule, isOfCoupon: false, isIn: isInAutomatic })),
    ...coupon.map((rule) => ({ rule, isOfCoupon: true, isIn: isInCoupon })),
  ]
  const steps = rules.map(({ rule, isIn }) => ({ discounts: rule.discounts, isIn }))
  const { quote, offMinor } = buildQuoteInSteps(lines, currency, steps)
  const applied = rules.flatMap(({ rule, isOfCoupon }, index): AppliedRule[] => {
    const discountMinor = offMinor[index] ?? 0
    return discountMinor > 0 ? [{ ...rule, isOfCoupon, discountMinor }] : []
  })
  const ofCoupon = applied.filter(({ isOfCoupon }) => isOfCoupon)
  const isNamed = applied.length > 1 || ofCoupon.length < applied.length
  const couponMinor = ofCoupon.reduce((sum, { discountMinor }) => sum + discountMinor, 0)
  if (automatic.some(isWaiver) && isSmallTotal(quote.totalMinor, currency)) {
    return { quote: waiveTotal(quote, applied), couponMinor }
  }
  return { quote: isNamed ? { ...quote, rules: applied } : quote, couponMinor }
}
