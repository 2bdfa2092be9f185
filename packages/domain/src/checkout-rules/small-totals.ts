import { minimumChargeMinor } from '../currencies.ts'
import type { AppliedRule, Quote, QuoteLine } from '../quote.ts'
import type { FrozenRule } from './rule.ts'

/**
 * What an organizer who waives totals that are too small for a card adds to the rules of each cart. It is
 * frozen with them, so that what was shown as free stays free until the hold ends. It is no checkout rule:
 * no use of it is recorded.
 */
export const SMALL_TOTAL: FrozenRule = {
  ruleId: 'small_total',
  name: 'Too small for a card',
  discounts: [],
  // It stays beside every rule that is selected later.
  combines: true,
}

export const isWaiver = ({ ruleId }: Pick<FrozenRule, 'ruleId'>): boolean =>
  ruleId === SMALL_TOTAL.ruleId

/** The rules of a cart, with the waiver if its organizer waives small totals. */
export const withWaiver = (
  rules: readonly FrozenRule[],
  waivesSmallTotals: boolean,
): readonly FrozenRule[] => (waivesSmallTotals ? [...rules, SMALL_TOTAL] : rules)

/** Whether a total is more than nothing and less than a card can be charged. */
export const isSmallTotal = (totalMinor: number, currency: string): boolean =>
  totalMinor > 0 && totalMinor < minimumChargeMinor(currency)

/**
 * Waives a total: what is left of each price becomes a discount of the organizer, so there is nothing to tax
 * and no fee. It is the last of the rules of the quote, with a row of its own on the receipt.
 *
 * @param rules what took something off before
 */
export function waiveTotal(quote: Quote, rules: readonly AppliedRule[]): Quote {
  const { tax: _, ...untaxed } = quote
  const waived = { ...SMALL_TOTAL, isOfCoupon: false }
  return {
    ...untaxed,
    lines: quote.lines.map(waiveLine),
    discountMinor: quote.subtotalMinor,
    feeMinor: 0,
    totalMinor: 0,
    rules: [...rules, { ...waived, discountMinor: quote.subtotalMinor - quote.discountMinor }],
  }
}

function waiveLine({ charges: _, ...line }: QuoteLine): QuoteLine {
  const { subtotalMinor } = line
  return {
    ...line,
    ...(subtotalMinor > 0 ? { discountMinor: subtotalMinor } : {}),
    feeMinor: 0,
    feeName: null,
    totalMinor: 0,
  }
}
