import { granted } from '@foyer/contract'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'

/**
 * Gives the coupon of a held cart back. A payment at the lower price that is captured later
 * takes the use again, if it is still there: {@link sellPaymentOp}.
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
