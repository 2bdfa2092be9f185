import { granted } from '@foyer/contract'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { LaneOp } from '../lane-op.ts'
import type { Customer } from '../lane-types.ts'
import { PAYMENT_REFUNDED } from '../refusals.ts'
import { recordOrder } from './record-order.ts'

export interface CapturedPayment {
  id: string
  cartId: string
  /** The holds it pays for, as recorded with it. */
  holdIds: readonly string[]
  intent: Intent
  /** As the browser told it just now; without it, as it was kept with the cart. */
  customer?: Customer | undefined
  /** For a buyer who left before telling us anything: what they typed at the provider. */
  fallback: Customer
}

/**
 * Turns a captured payment into an order, or marks it for a refund where a place is gone. The first
 * caller decides; whoever comes later gets the same answer.
 */
export function sellPaymentOp(captured: CapturedPayment): LaneOp<{ orderId: string }> {
  const { intent } = captured
  return {
    needs: {
      sessionIds: [],
      holdIds: captured.holdIds,
      cartIds: [captured.cartId],
      paymentIds: [captured.id],
    },
    decide(book) {
      const payment = book.paymentOf(captured.id)
      if (!payment) throw new Error(`Payment ${captured.id} is gone`)
      if (payment.orderId) return granted({ orderId: payment.orderId })
      if (payment.state === 'refund_due' || payment.state === 'refunded') return PAYMENT_REFUNDED

      const holds = book.holdsOf(payment.holdIds)
      const widen = book.widenFor(holds)
      if (widen) return widen
      const [first] = holds
      const isExact =
        intent.amountMinor === payment.amountMinor &&
        intent.currency === payment.currency &&
        holds.length === payment.holdIds.length
      const lapsed = holds.filter((hold) => hold.state !== 'held')
      const canSell =
        isExact &&
        lapsed.every((hold) => hold.state === 'released' || hold.state === 'expired') &&
        !book.shortPool(lapsed)
      if (!first || !canSell) {
        book.settlePayment(payment, 'refund_due', null)
        return PAYMENT_REFUNDED
      }
      const orderId = recordOrder(book, holds, {
        cart: first.cart,
        eventId: payment.eventId,
        paymentId: payment.id,
        quote: payment.quote,
        customer: captured.customer ?? payment.customer ?? captured.fallback,
      })
      book.settlePayment(payment, 'completed', orderId)
      return granted({ orderId })
    },
  }
}
