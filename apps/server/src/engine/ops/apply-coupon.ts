import { granted } from '@foyer/contract'
import type { LaneCouponRule } from '../coupon-types.ts'
import type { LaneOp } from '../lane-op.ts'
import type { LaneHold } from '../lane-types.ts'
import { ticketsIn } from '../places.ts'
import {
  COUPON_NOT_ACTIVE,
  COUPON_NOT_APPLICABLE,
  COUPON_NOT_FOUND,
  COUPON_USED_UP,
} from '../refusals.ts'
import { ofHeldCart } from './held-cart.ts'

export interface CouponWish {
  cartId: string
  codeId: string
  currency: string
}

/**
 * Claims one use of a code for a held cart, instead of the claim it had. The claim lasts as long as
 * the hold, so nobody else can take the use while the cart is being paid. The same code again is a
 * retry; a refused cart keeps the coupon that it had.
 */
export function applyCouponOp({ cartId, codeId, currency }: CouponWish): LaneOp<null> {
  return {
    needs: {
      sessionIds: [],
      cartIds: [cartId],
      couponCartIds: [cartId],
      couponCodeIds: [codeId],
    },
    decide: ofHeldCart(cartId, (book, live) => {
      const code = book.coupons.codeOf(codeId)
      if (!code) return COUPON_NOT_FOUND
      const before = book.coupons.claimOf(cartId)
      const { eventId, quote } = book.price(live, currency)
      if (before?.codeId === codeId && quote.coupon?.id === before.id) return granted(null)
      if (!code.isActive || code.rules.length === 0) return COUPON_NOT_ACTIVE
      const gives = ({ eventIds, discounts }: LaneCouponRule) =>
        (!eventIds || eventIds.includes(eventId)) &&
        book.price(live, currency, { ...code, eventId, discounts }).quote.coupon !== undefined
      const rule = code.rules.find(gives)
      if (!rule) return COUPON_NOT_APPLICABLE
      // One it claimed for another event is its own to use again.
      if (code.room <= 0 && before?.codeId !== codeId) return COUPON_USED_UP
      if (before) book.coupons.giveBack(before)
      book.coupons.claim(code, rule, eventId, lastToEnd(live))
      return granted(null)
    }),
  }
}

// Held line by line, a cart's tickets end one after the other: the coupon stays until the last.
const lastToEnd = (holds: readonly LaneHold[]): LaneHold =>
  ticketsIn(holds).reduce((last, hold) => (hold.reclaimAt > last.reclaimAt ? hold : last))
