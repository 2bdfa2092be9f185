import type { CouponUseState, Discount } from '@foyer/domain'

/** What a coupon takes off a cart, frozen as it was taken. */
export interface FrozenCoupon {
  /** The id of the use. */
  id: string
  code: string
  /** It is for this event alone. */
  eventId: string
  discounts: readonly Discount[]
  /** It pays for what was held by then: what is held later has no part in it until it is judged again. */
  judgedAt: Date
}

/** A coupon code, locked for the batch. */
export interface LaneCouponCode {
  id: string
  code: string
  /** Uses that are left. */
  room: number
  /** It and its group. */
  isActive: boolean
  /** The rules that are active and valid now, in the order in which they are tried. */
  rules: readonly LaneCouponRule[]
}

export interface LaneCouponRule {
  id: string
  /** Null: for all events. */
  eventIds: readonly string[] | null
  discounts: readonly Discount[]
}

/** A use of a code. A claim counts for as long as its hold does, and no longer than `claimedUntil`. */
export interface LaneCouponUse extends FrozenCoupon {
  codeId: string
  ruleId: string
  cartId: string
  holdId: string
  state: CouponUseState
  /** Fixed as it is claimed, however often its cart is held again. */
  claimedUntil: Date
  /** A claim that counts no more, as a locked code gives it back. */
  hasLapsed: boolean
}

/** What a batch reads of coupons. */
export interface CouponState {
  codes: readonly LaneCouponCode[]
  uses: readonly LaneCouponUse[]
}

/** What a batch writes of coupons. */
export interface CouponWrites {
  newUses: readonly LaneCouponUse[]
  /** Returned, or spent in an order. */
  usedUp: readonly {
    id: string
    state: CouponUseState
    orderId: string | null
    discountMinor: number | null
  }[]
  /** Claims that were judged again, with the hold that they name from then on. */
  judgedClaims: readonly Pick<
    LaneCouponUse,
    'id' | 'holdId' | 'ruleId' | 'discounts' | 'judgedAt'
  >[]
  /** By how much the count of a code changes. */
  usageDeltas: readonly { id: string; delta: number }[]
}
