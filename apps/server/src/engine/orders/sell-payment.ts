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
  /** As the browser told it just now; without it, as it was kept with the cart. */
  customer?: Customer | undefined
  /** For a buyer who left before telling us anything: what they typed at the provider. */
  fallback: Customer
  /** Why this must not be sold now at the price it was paid for; the payment stays as it is. */
  problemWith?: ((quote: Quote) => Refused<'amount_mismatch'> | null) | undefined
  /** Of the client that buys, where it asks itself: what is sold is held no more. */
  allowance?: HoldAllowance | undefined
}

/** Why a captured payment does not become an order. */
export type SaleCode = 'payment_not_found' | 'payment_refunded' | 'amount_mismatch'

/**
 * Turns a captured payment into an order, or marks it for a refund where a place is gone. The first
 * caller decides; whoever comes later gets the same answer.
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
      // One whose answer got lost on its way to us is known by now.
      book.payments.attachIntent(payment, intent.id)
      const canSell =
        isExact(payment, intent) &&
        holds.length === payment.holdIds.length &&
        book.holds.areLocked(holds) &&
        lapsed.every((hold) => isOnSaleAgain(book, hold)) &&
        !short &&
        // Given back since, its use may be somebody else's by now.
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

/** What was charged is there, and is the price of what the payment is over. */
const isExact = ({ quote, amountMinor, currency }: LanePayment, intent: Intent) =>
  // A stray intent's payment has the amount of the intent, and the quote of the cart.
  intent.amountMinor === quote.totalMinor &&
  intent.amountMinor === amountMinor &&
  intent.currency === currency &&
  // Given back at the provider already, it must not buy tickets as well.
  intent.refundedMinor === 0

/** Whether a hold that ended may still be sold, if there is room. Its price is frozen. */
function isOnSaleAgain(book: Book, hold: LaneHold): boolean {
  const session = book.offers.offerOf(hold.sessionId)
  const isOnSale = session !== undefined && whySessionNotOnSale(session, book.now) === null
  const hasEnded = hold.state === 'released' || hold.state === 'expired'
  return hasEnded && (isOnSale || isAddOn(hold))
}

const customerOf = (payment: LanePayment, { customer, fallback }: CapturedPayment): Customer =>
  customer ?? payment.customer ?? fallback

/**
 * All that was charged goes back, whatever the amount was meant to be; less what went back at the
 * provider already. Where that is the whole, the refund there turns out to be this one.
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
