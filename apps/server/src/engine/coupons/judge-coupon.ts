import { granted, type Result } from '@foyer/contract'
import type { Discount } from '@foyer/domain'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { COUPON_NOT_ACTIVE, COUPON_NOT_APPLICABLE } from '../refusals.ts'
import type { LaneCouponCode, LaneCouponRule, LaneCouponUse } from './coupon-types.ts'

/** The discounts that a code gives a cart now. */
export interface CouponVerdict {
  eventId: string
  rule: LaneCouponRule
}

/** Why a code gives a cart nothing. */
export type JudgementCode = 'coupon_not_active' | 'coupon_not_applicable'

/**
 * Decides what a code gives; no other function does. The first rule counts that is active and valid
 * now, applies to the event, and takes something off. `takesOff` says whether discounts take
 * something off what is priced.
 */
export function judgeCode(
  { isActive, rules }: Pick<LaneCouponCode, 'isActive' | 'rules'>,
  eventId: string,
  takesOff: (discounts: readonly Discount[]) => boolean,
): Result<LaneCouponRule, JudgementCode> {
  if (!isActive || rules.length === 0) return COUPON_NOT_ACTIVE
  const rule = rules.find(
    ({ eventIds, discounts }) => (eventIds?.includes(eventId) ?? true) && takesOff(discounts),
  )
  return rule ? granted(rule) : COUPON_NOT_APPLICABLE
}

/** Judges a code for holds, which are all of one event. The code is locked. */
export function judgeCoupon(
  book: Book,
  code: LaneCouponCode,
  holds: readonly LaneHold[],
): Result<CouponVerdict, JudgementCode> {
  const { eventId } = book.carts.price(holds)
  const rule = judgeCode(code, eventId, (discounts) => {
    const coupon = { ...code, eventId, discounts, judgedAt: book.now }
    return book.carts.price(holds, coupon).quote.coupon !== undefined
  })
  return rule.ok ? granted({ eventId, rule: rule.value }) : rule
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
  book.coupons.renew(claim, verdict.value.rule, book.now)
  return true
}
