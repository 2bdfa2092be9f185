import { granted } from '@foyer/contract'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'

/**
 * Gives back the coupon of a held cart. If a payment at the lower price is captured later, it takes
 * the use again if the code has one left: {@link sellPaymentOp}.
 */
export function removeCouponOp(cartId: string): LaneOp<null, 'hold_expired'> {
  return {
    needs: { sessionIds: [], cartIds: [cartId], couponCartIds: [cartId] },
    decide: ofHeldCart(cartId, (book) => {
      const claim = book.coupons.claimOf(cartId)
      if (claim) book.coupons.giveBack(claim)
      return granted(null)
    }),
  }
}
