import type { CouponUseState, Discount } from '@foyer/domain'

/** What a coupon takes off a cart, frozen as it was taken. */
export interface FrozenCoupon {
  /** Of the use. */
  id: string
  code: string
  /** It is for this event alone. */
  eventId: string
  discounts: readonly Discount[]
}

/** A coupon code, locked for the batch. */
export interface LaneCouponCode {
  id: string
  code: string
  /** Uses that are left. */
  room: number
  /** It and its group. */
  isActive: boolean
  /** Those that are active and valid now, in the order in which they are looked at. */
  rules: readonly LaneCouponRule[]
}

export interface LaneCouponRule {
  id: string
  /** Null: for all events. */
  eventIds: readonly string[] | null
  discounts: readonly Discount[]
}

/** A use of a code. A claim counts for as long as its hold does. */
export interface LaneCouponUse extends FrozenCoupon {
  codeId: string
  ruleId: string
  cartId: string
  holdId: string
  state: CouponUseState
  /** Claimed with a hold that counts no more, as a locked code gives it back. */
  hasLapsed: boolean
}

/** Of coupons, what a batch asked for. */
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
  /** Claims go along where a cart's holds are replaced: to the hold, by the one that was. */
  movedClaims: readonly { cartId: string; fromHoldId: string; toHoldId: string }[]
  /** By how much the count of a code changes. */
  usageDeltas: readonly { id: string; delta: number }[]
}
