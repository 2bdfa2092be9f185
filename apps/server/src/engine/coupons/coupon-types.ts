import type { CouponUseState, Discount, FrozenRule, JudgedRule } from '@foyer/domain'

/** What a coupon takes off a cart, frozen when it was claimed. */
export interface FrozenCoupon {
  /** The id of the use. */
  id: string
  code: string
  /** The coupon applies to this event only. */
  eventId: string
  ruleId: string
  discounts: readonly Discount[]
  /** The rules of its group that apply after that rule, because they combine; null: none. */
  moreRules: readonly FrozenRule[] | null
  /**
   * The coupon applies to lines that were held by this time. Later lines are included once it is
   * judged again.
   */
  judgedAt: Date
}

/** A coupon code, locked for the batch. */
export interface LaneCouponCode {
  id: string
  code: string
  /** Uses that are left. */
  room: number
  /** Whether the code and its group are both active. */
  isActive: boolean
  /** The rules that are active and valid now, in the order in which they are tried. */
  rules: readonly JudgedRule[]
}

/** A use of a code. A claim counts for as long as its hold does, and no longer than `claimedUntil`. */
export interface LaneCouponUse extends FrozenCoupon {
  codeId: string
  cartId: string
  holdId: string
  state: CouponUseState
  /** Set once, when the use is claimed; it does not move when the cart is held again. */
  claimedUntil: Date
  /** The claim no longer counts; a batch that has locked its code gives it back. */
  hasExpired: boolean
}

/** What a batch reads of coupons. */
export interface CouponState {
  codes: readonly LaneCouponCode[]
  uses: readonly LaneCouponUse[]
}

/** What a batch writes about coupons. */
export interface CouponWrites {
  newUses: readonly LaneCouponUse[]
  /** Uses that were returned, or spent in an order. */
  usedUp: readonly {
    id: string
    state: CouponUseState
    orderId: string | null
    discountMinor: number | null
  }[]
  /** Claims that were judged again, with the hold that they now belong to. */
  judgedClaims: readonly Pick<
    LaneCouponUse,
    'id' | 'holdId' | 'ruleId' | 'discounts' | 'moreRules' | 'judgedAt'
  >[]
  /** By how much the count of a code changes. */
  usageDeltas: readonly { id: string; delta: number }[]
}
