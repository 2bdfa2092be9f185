import { granted } from '@foyer/contract'
import { lastEndOf } from '@foyer/domain'
import { lastToEnd, ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { COUPON_NOT_FOUND, COUPON_USED_UP } from '../refusals.ts'
import { type JudgementCode, judgeAgain, judgeCoupon } from './judge-coupon.ts'

export interface CouponParams {
  cartId: string
  codeId: string
}

type CouponCode = JudgementCode | 'coupon_not_found' | 'coupon_used_up' | 'hold_expired'

/**
 * Claims one use of a code for a held cart, in place of the cart's earlier claim. The claim lasts
 * as long as the hold, so nobody else can take the use while the cart is being paid. It has a
 * latest end: the longest time that the present hold can last. Without it, a cart that is held
 * again and again could keep the last use of a code for ever. Applying the same code again is a
 * retry. A refused cart keeps the coupon that it had.
 */
export function applyCouponOp({ cartId, codeId }: CouponParams): LaneOp<null, CouponCode> {
  return {
    needs: {
      sessionIds: [],
      cartIds: [cartId],
      pricedCartIds: [cartId],
      couponCartIds: [cartId],
      couponCodeIds: [codeId],
      judgedCartIds: [cartId],
    },
    decide: ofHeldCart(cartId, (book, live) => {
      const code = book.coupons.codeOf(codeId)
      if (!code) return COUPON_NOT_FOUND
      const claim = book.coupons.claimOf(cartId)
      const { quote } = book.carts.price(live)
      const isRetry = claim?.codeId === codeId && quote.coupon?.id === claim.id
      // Lines may have been added while the code's rule was switched off; the rule may be on again.
      if (isRetry) {
        if (live.some((hold) => hold.createdAt > claim.judgedAt)) {
          judgeAgain(book, claim, live)
        }
        return granted(null)
      }
      const verdict = judgeCoupon(book, code, live)
      if (!verdict.ok) return verdict
      // The cart may claim again the use that it already has.
      if (code.room <= 0 && claim?.codeId !== codeId) return COUPON_USED_UP
      if (claim) book.coupons.giveBack(claim)
      const hold = lastToEnd(live)
      book.coupons.claim(code, verdict.value, hold, {
        judgedAt: book.now,
        claimedUntil: lastEndOf(hold),
      })
      return granted(null)
    }),
  }
}
