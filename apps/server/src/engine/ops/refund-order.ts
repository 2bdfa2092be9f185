import { granted } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'

/**
 * Cancels an order whose money went back: its tickets lose their validity and its places are free.
 * Saying it twice changes nothing.
 */
export function refundOrderOp(placed: { id: string; cartId: string }): LaneOp<{ orderId: string }> {
  return {
    needs: { sessionIds: [], cartIds: [placed.cartId], orderIds: [placed.id] },
    decide(book) {
      const order = book.orderOf(placed.id)
      if (!order) return ORDER_NOT_FOUND
      if (order.status !== 'PAID') return granted({ orderId: order.id })
      const sold = book.soldIn(order)
      const widen = book.widenFor(sold)
      if (widen) return widen
      book.refund(order, sold)
      return granted({ orderId: order.id })
    },
  }
}
