import { granted, type Refused } from '@foyer/contract'
import { chargeOf, type Quote, whySessionNotOnSale } from '@foyer/domain'
import type { Intent } from '../../adapters/payment-gateway.ts'
import type { Customer } from '../carts/cart-types.ts'
import type { HoldAllowance } from '../holds/hold-allowance.ts'
import { returnAllowance } from '../holds/hold-rules.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import type { LanePayment } from '../payments/payment-types.ts'
import { PAYMENT_NOT_FOUND, paymentRefunded } from '../refusals.ts'
import { isAddOn } from '../stock/stock-items.ts'
import type { SoldOrder } from './order-types.ts'
import { recordOrder } from './record-order.ts'

export interface CapturedPayment {
  id: string
  cartId: string
  intent: Intent
  /**
   * The customer as the browser sent it just now; otherwise the one stored with the cart is used.
   */
  customer?: Customer | undefined
  /** Used if the buyer left before sending contact data: the data entered at the provider. */
  fallback: Customer
  /**
   * Says why this must not be sold now at the price it was paid for; the payment stays as it is.
   */
  problemWith?: ((quote: Quote) => Refused<'amount_mismatch'> | null) | undefined
  /**
   * The buying client's limit, if the client itself calls: sold tickets no longer count as held.
   */
  allowance?: HoldAllowance | undefined
}

/** Why a captured payment does not become an order. */
export type SaleCode = 'payment_not_found' | 'payment_refunded' | 'amount_mismatch'

/**
 * Turns a captured payment into an order, or marks it for a refund if a ticket is gone. The first
 * call decides; later calls get the same answer.
 */
export function sellPaymentOp(captured: CapturedPayment): LaneOp<SoldOrder, SaleCode> {
  const { intent } = captured
  return {
    finishes: true,
    needs: {
      sessionIds: [],
      cartIds: [captured.cartId],
      paymentIds: [captured.id],
    },
    decide(book) {
      const payment = book.payments.of(captured.id)
      if (payment?.cartId !== captured.cartId) return PAYMENT_NOT_FOUND
      const problem = captured.problemWith?.(payment.quote)
      if (problem) return problem
      if (payment.orderId) return granted({ orderId: payment.orderId })
      if (payment.intentId !== null && payment.intentId !== intent.id) return PAYMENT_NOT_FOUND
      const unplaced = payment.refunds.find((refund) => refund.kind === 'unplaced')
      if (unplaced) return paymentRefunded({ ...unplaced, currency: payment.currency })

      const holds = book.holds.byIds(payment.holdIds)
      const { coupon } = payment.quote
      const use = coupon && book.coupons.useOf(coupon.id)
      const widen = book.holds.widenFor(holds)
      if (coupon && !use) return { widenTo: [], ...widen, couponUseIds: [coupon.id] }
      if (widen) return widen
      const lapsed = holds.filter((hold) => hold.state !== 'held')
      const short = book.stock.shortage(lapsed)
      if (short && book.holds.isBehind(short.sessionId)) return { widenTo: [] }
      book.money.charge(payment, intent)
      const [first] = holds
      // If the provider's answer got lost, the payment has no intent yet.
      book.payments.attachIntent(payment, intent.id)
      const canSell =
        isExact(payment, intent) &&
        holds.length === payment.holdIds.length &&
        book.holds.areLocked(holds) &&
        lapsed.every((hold) => isOnSaleAgain(book, hold)) &&
        !short &&
        // If the use was given back in the meantime, another cart may have taken it.
        (!use || book.coupons.canSpend(use))
      if (!first || !canSell) {
        book.payments.settle(payment, 'refund_due', intent.capturedMinor, null)
        return paymentRefunded(giveBack(book, payment, captured))
      }
      const held = holds.filter((hold) => hold.state === 'held')
      returnAllowance(book, captured.allowance, held)
      const placed = recordOrder(book, holds, {
        cart: first.cart,
        eventId: payment.eventId,
        paymentId: payment.id,
        intentId: payment.intentId,
        quote: payment.quote,
        customer: customerOf(payment, captured),
      })
      book.payments.settle(payment, 'completed', intent.capturedMinor, placed.id)
      return granted({ orderId: placed.id, placed })
    },
  }
}

/** Whether the whole charge is still there, and equals the price of what was paid for. */
const isExact = ({ quote, amountMinor, currency }: LanePayment, intent: Intent) =>
  // The payment of a stray intent has the intent's amount but the cart's quote.
  intent.amountMinor === quote.totalMinor &&
  intent.amountMinor === amountMinor &&
  intent.currency === currency &&
  // Money that the provider has refunded must not buy tickets as well.
  intent.refundedMinor === 0

/** Whether an expired hold may still be sold if there is room. Its price is frozen. */
function isOnSaleAgain(book: Book, hold: LaneHold): boolean {
  const session = book.offers.offerOf(hold.sessionId)
  const isOnSale = session !== undefined && whySessionNotOnSale(session, book.now) === null
  const hasEnded = hold.state === 'released' || hold.state === 'expired'
  return hasEnded && (isOnSale || isAddOn(hold))
}

const customerOf = (payment: LanePayment, { customer, fallback }: CapturedPayment): Customer =>
  customer ?? payment.customer ?? fallback

/**
 * Refunds everything that was charged, less what the provider has refunded already. If the provider
 * has refunded all of it, its refund is adopted as this one.
 */
function giveBack(book: Book, payment: LanePayment, captured: CapturedPayment) {
  const { capturedMinor, refundedMinor } = captured.intent
  return book.money.refund(
    payment,
    {
      ...chargeOf(payment.quote, capturedMinor - refundedMinor || capturedMinor),
      kind: 'unplaced',
      withFees: true,
      ticketIds: [],
      requestKey: `unplaced:${payment.id}`,
      state: 'queued',
      providerRefundId: null,
      orderId: null,
      reason: null,
    },
    { recipient: customerOf(payment, captured).contact.email, ticketNumbers: [] },
  )
}
