import { granted, type Result } from '@foyer/contract'
import {
  type Block,
  type CartDiscounts,
  type FrozenRule,
  type JudgedRule,
  localDateOf,
  type Quote,
  type QuoteRequestLine,
  quoteWithRules,
  type RuleFacts,
  type SelectedRules,
  selectRules,
} from '@foyer/domain'
import {
  judgePreview,
  type PreviewCoupon,
  type PreviewCouponCode,
} from '../coupons/preview-coupon.ts'
import type { EventRules } from './preview-rules.ts'
import { factsFrom } from './rule-facts.ts'
import type { RulesInForce } from './rule-types.ts'

/** What rules are judged by beside the lines of a selection. */
export interface Selected {
  eventId: string
  currency: string
  rules: EventRules
  /** The chosen day, if no session is chosen yet. */
  date?: string | undefined
}

/** The days and starts that rules are judged by, if not those of the chosen session. */
type OtherTime = { date: string; startsAt: Date }

/** Prices lines of a selection as a hold would, with the rules of now. */
export type PriceSelection = (
  lines: readonly QuoteRequestLine[],
  other?: OtherTime,
) => { quote: Quote; block: Block | null }

/**
 * How a selection is priced: by automatic rules, each time for the lines that are priced, and by what the
 * coupon gives it. Refuses a coupon that gives it nothing; null: none was entered.
 */
export function judgeSelection(
  selected: Selected,
  lines: readonly QuoteRequestLine[],
  coupon: PreviewCoupon | null,
): Result<PriceSelection, PreviewCouponCode> {
  const inForce = selected.rules
  const judged = coupon && judgeCouponOf(inForce, factsOfSelection(selected, lines), lines, coupon)
  if (judged && !judged.ok) return judged
  const ofCoupon = judged?.value ?? []
  return granted((wanted, other) => {
    const facts = factsOfSelection(selected, wanted, other)
    const { automatic, block } = selectFor(inForce, [], facts, wanted)
    const discounts = { automatic, coupon: ofCoupon }
    return { quote: priceLines(wanted, selected.currency, discounts, coupon), block }
  })
}

/** The price of lines with what rules take off. It names the coupon if that takes something off. */
export function priceLines(
  lines: readonly QuoteRequestLine[],
  currency: string,
  discounts: Pick<CartDiscounts, 'automatic' | 'coupon'>,
  coupon: Pick<PreviewCoupon, 'code'> | null,
): Quote {
  const { quote, couponMinor } = quoteWithRules(lines, currency, discounts)
  // Nobody has claimed a use of the code, so the coupon has no id.
  return coupon && couponMinor > 0 ? { ...quote, coupon: { id: '', code: coupon.code } } : quote
}

type InForce = Pick<RulesInForce, 'rules' | 'waivesSmallTotals'>

/** What a coupon gives lines after the automatic rules, or why it gives nothing. */
export function judgeCouponOf(
  inForce: InForce,
  facts: RuleFacts,
  lines: readonly QuoteRequestLine[],
  coupon: PreviewCoupon,
): Result<readonly FrozenRule[], PreviewCouponCode> {
  const { automatic } = selectFor(inForce, [], facts, lines)
  return judgePreview(
    coupon,
    facts,
    (ofCoupon) => quoteWithRules(lines, facts.currency, { automatic, coupon: ofCoupon }).quote,
  )
}

/** Selects the rules that apply to lines, among those in force and those of a coupon. */
export const selectFor = (
  { rules: automatic, waivesSmallTotals }: InForce,
  coupon: readonly JudgedRule[],
  facts: RuleFacts,
  lines: readonly QuoteRequestLine[],
): SelectedRules =>
  selectRules({
    automatic,
    coupon,
    waivesSmallTotals,
    facts,
    price: (applied, ofCoupon) =>
      quoteWithRules(lines, facts.currency, { automatic: applied, coupon: ofCoupon }).quote,
  })

/** The facts of lines of one event in the chosen session, or on the chosen day. */
export function factsOfSelection(
  { eventId, currency, rules, date }: Selected,
  lines: readonly QuoteRequestLine[],
  other?: OtherTime,
): RuleFacts {
  const { eventName, timeZone, now, classes } = rules
  const startsAt = other?.startsAt ?? rules.startsAt
  const day = startsAt ? localDateOf(startsAt, timeZone) : date
  return factsFrom({
    event: { id: eventId, name: eventName, currency, timeZone },
    now,
    classes,
    tickets: lines
      .filter(({ kind }) => kind === 'ticket')
      .map(({ id: typeId, name: typeName, quantity }) => ({ typeId, typeName, quantity })),
    priced: lines,
    dates: day === undefined ? [] : [day],
    startsAt: startsAt ? [startsAt] : [],
  })
}
