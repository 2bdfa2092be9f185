import { granted } from '@foyer/contract'
import type { SoldOrder } from '../batch-writes.ts'
import type { FrozenCart } from '../frozen-cart.ts'
import type { LaneOp } from '../lane-op.ts'
import type { Customer } from '../lane-types.ts'
import { HOLD_EXPIRED, NOT_PAID } from '../refusals.ts'
import { recordOrder } from './record-order.ts'

/** Turns a cart whose total is 0 into an order. Holds that meanwhile became one answer that one. */
export function sellFreeCartOp(cart: FrozenCart, customer: Customer): LaneOp<SoldOrder> {
  const { id, browserId, number, holdIds, quote, eventId } = cart
  return {
    needs: {
      sessionIds: cart.sessionIds,
      holdIds,
      cartIds: [id],
      couponUseIds: quote.coupon ? [quote.coupon.id] : [],
    },
    decide(book) {
      const holds = book.holdsOf(holdIds)
      const orderId = holds.find((hold) => hold.state === 'sold')?.orderId
      if (orderId) return granted({ orderId })
      const live = book.liveOf(id)
      const widen = book.widenFor(live)
      if (widen) return widen
      // The quote is a function of exactly these holds: any other set is another purchase.
      const isUnchanged =
        live.length === holdIds.length && live.every((hold) => holdIds.includes(hold.id))
      if (!isUnchanged) return HOLD_EXPIRED
      // Nor is it free any more without its coupon.
      const use = quote.coupon && book.coupons.useOf(quote.coupon.id)
      if (quote.coupon && use?.state !== 'claimed') return NOT_PAID
      const purchase = {
        cart: { id, browserId, number },
        eventId,
        quote,
        customer,
        paymentId: null,
        intentId: null,
      }
      const placed = recordOrder(book, holds, purchase)
      return granted({ orderId: placed.id, placed })
    },
  }
}
