import { granted, type Result } from '@foyer/contract'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import { COUPON_NOT_ACTIVE, COUPON_NOT_APPLICABLE } from '../refusals.ts'
import type { LaneCouponCode, LaneCouponRule, LaneCouponUse } from './coupon-types.ts'

/** What a code gives a cart, as it is judged now. */
export interface CouponVerdict {
  eventId: string
  rule: LaneCouponRule
}

/** Why a code gives a cart nothing. */
export type JudgementCode = 'coupon_not_active' | 'coupon_not_applicable'

/**
 * The one judge of what a code gives: the first of its rules that is active and valid now, is for the
 * event of these holds, and takes something off them. The code is locked. Refuses with
 * `coupon_not_active` or `coupon_not_applicable`.
 */
export function judgeCoupon(
  book: Book,
  code: LaneCouponCode,
  holds: readonly LaneHold[],
): Result<CouponVerdict, JudgementCode> {
  if (!code.isActive || code.rules.length === 0) return COUPON_NOT_ACTIVE
  const { eventId } = book.carts.price(holds)
  const rule = code.rules.find(({ eventIds, discounts }) => {
    if (eventIds && !eventIds.includes(eventId)) return false
    const coupon = { ...code, eventId, discounts, judgedAt: book.now }
    return book.carts.price(holds, coupon).quote.coupon !== undefined
  })
  return rule ? granted({ eventId, rule }) : COUPON_NOT_APPLICABLE
}

/**
 * Judges the claim of a cart again, over what the cart holds by now. A coupon that is still good
 * applies to all of it; its end stays the one that was fixed as it was claimed. False where the coupon
 * is not good any more: nothing is changed then.
 */
export function judgeAgain(book: Book, claim: LaneCouponUse, holds: readonly LaneHold[]): boolean {
  const code = book.coupons.codeOf(claim.codeId)
  if (!code || claim.claimedUntil <= book.now) return false
  const verdict = judgeCoupon(book, code, holds)
  // A claim is for the event that it was made for: for another one the code is entered again.
  if (!verdict.ok || verdict.value.eventId !== claim.eventId) return false
  book.coupons.renew(claim, verdict.value.rule, book.now)
  return true
}
