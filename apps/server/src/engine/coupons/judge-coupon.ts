import { granted, type Result } from '@foyer/contract'
import { type FrozenRule, type RuleFacts, selectInOrder } from '@foyer/domain'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { COUPON_NOT_ACTIVE, COUPON_NOT_APPLICABLE, ruleBlocked } from '../refusals.ts'
import { factsOf } from '../rules/judge-cart.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { AppliedCoupon } from './coupon-book.ts'
import type { LaneCouponCode, LaneCouponUse } from './coupon-types.ts'

/** The rules that a code gives a cart now. */
export interface CouponVerdict {
  eventId: string
  rules: AppliedCoupon
}

/** Why a code gives a cart nothing. */
export type JudgementCode = 'coupon_not_active' | 'coupon_not_applicable' | 'rule_blocked'

/**
 * Decides what a code gives; no other function does. Its group's rules that are active and valid now
 * apply in the order and by the conditions of all checkout rules; one that blocks refuses the code.
 *
 * @param price of the cart with what rules of the code take off it
 */
export function judgeCode(
  { isActive, rules }: Pick<LaneCouponCode, 'isActive' | 'rules'>,
  facts: RuleFacts,
  price: (applied: readonly FrozenRule[]) => { totalMinor: number; discountMinor: number },
): Result<AppliedCoupon, JudgementCode> {
  if (!isActive || rules.length === 0) return COUPON_NOT_ACTIVE
  const { block, applied } = selectInOrder(rules, facts, price)
  if (block) return ruleBlocked(block)
  const [first, ...others] = applied
  return first ? granted([first, ...others]) : COUPON_NOT_APPLICABLE
}

/** Judges a code for holds, which are all of one event. The code is locked. */
export function judgeCoupon(
  book: Book,
  code: LaneCouponCode,
  holds: readonly LaneHold[],
): Result<CouponVerdict, JudgementCode> {
  const { eventId, quote: held } = book.carts.price(holds, { coupon: null })
  const facts = factsOf(book, ticketsIn(holds), held.lines, held.currency)
  const judged = judgeCode(code, facts, (applied) => {
    const [first, ...moreRules] = applied
    if (!first) return held
    const { ruleId, discounts } = first
    const coupon = { ...code, eventId, ruleId, discounts, moreRules, judgedAt: book.now }
    return book.carts.price(holds, { coupon }).quote
  })
  return judged.ok ? granted({ eventId, rules: judged.value }) : judged
}

/**
 * Judges the claim of a cart again, for what the cart holds now. A coupon that is still good
 * applies to all of it; the claim keeps its original latest end. Returns false, and changes
 * nothing, if the coupon is no longer good.
 */
export function judgeAgain(book: Book, claim: LaneCouponUse, holds: readonly LaneHold[]): boolean {
  const code = book.coupons.codeOf(claim.codeId)
  if (!code || claim.claimedUntil <= book.now) return false
  const verdict = judgeCoupon(book, code, holds)
  // A claim is for one event. For another event the buyer enters the code again.
  if (!verdict.ok || verdict.value.eventId !== claim.eventId) return false
  book.coupons.renew(claim, verdict.value.rules, book.now)
  return true
}
