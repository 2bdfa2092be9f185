import { granted } from '@foyer/contract'
import { lastEndOf } from '@foyer/domain'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { COUPON_NOT_FOUND, COUPON_USED_UP } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import { type JudgementCode, judgeAgain, judgeCoupon } from './judge-coupon.ts'

export interface CouponParams {
  cartId: string
  codeId: string
}

type CouponCode = JudgementCode | 'coupon_not_found' | 'coupon_used_up' | 'hold_expired'

/**
 * Claims one use of a code for a held cart, instead of the claim it had. The claim lasts as long as
 * the hold, so nobody else can take the use while the cart is being paid. It ends at the latest when
 * this hold could last no longer, also if the cart is held again: otherwise one cart could keep the
 * last use of a code for ever. The same code again is a retry; a refused cart keeps the coupon that it
 * had.
 */
export function applyCouponOp({ cartId, codeId }: CouponParams): LaneOp<null, CouponCode> {
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
      const claim = book.coupons.claimOf(cartId)
      const { quote } = book.carts.price(live)
      const isRetry = claim?.codeId === codeId && quote.coupon?.id === claim.id
      // Lines may have been added while its rule was switched off, and it may be good again.
      if (isRetry) {
        if (live.some((hold) => hold.createdAt > claim.judgedAt)) {
          judgeAgain(book, claim, live)
        }
        return granted(null)
      }
      const verdict = judgeCoupon(book, code, live)
      if (!verdict.ok) return verdict
      // A use that the cart has claimed in vain is its own to claim again.
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

// Held line by line, a cart's tickets end one after the other: the coupon stays until the last.
const lastToEnd = (holds: readonly LaneHold[]): LaneHold =>
  ticketsIn(holds).reduce((last, hold) => (hold.reclaimAt > last.reclaimAt ? hold : last))
