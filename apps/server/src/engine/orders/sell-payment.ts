import { granted } from '@foyer/contract'
import { returnAllowance } from '../holds/hold-rules.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { isHonoured, isSoldLate } from '../offers/offer-rules.ts'
import {
  CUSTOMER_LIMIT,
  changeRefunded,
  PAYMENT_NOT_FOUND,
  paymentRefunded,
  RULE_NOT_ALLOWED,
} from '../refusals.ts'
import { isBlockedFor, isPriceFor } from '../rules/judge-cart.ts'
import { customerProblem } from '../sales/sales-rules.ts'
import { isAddOn } from '../stock/stock-items.ts'
import {
  type CapturedPayment,
  customerOf,
  giveBack,
  isExact,
  whyGivenBack,
} from './captured-payment.ts'
import type { SoldOrder } from './order-types.ts'
import { recordOrder } from './record-order.ts'
import { settleChange } from './settle-change.ts'

/** Why a captured payment does not become an order. */
export type SaleCode = 'payment_not_found' | 'payment_refunded' | 'amount_mismatch'

/**
 * Turns a captured payment into an order, or marks it for a refund if a ticket is gone or its customer
 * has as many as one customer may have. The first call decides; later calls get the same answer.
 */
export function sellPaymentOp(captured: CapturedPayment): LaneOp<SoldOrder, SaleCode> {
  const { intent } = captured
  return {
    finishes: true,
    needs: {
      sessionIds: [],
      cartIds: [captured.cartId],
      pricedCartIds: [captured.cartId],
      paymentIds: [captured.id],
      judgedCartIds: [captured.cartId],
    },
    decide(book) {
      const payment = book.payments.of(captured.id)
      if (payment?.cartId !== captured.cartId) return PAYMENT_NOT_FOUND
      const problem = captured.problemWith?.(payment.quote)
      if (problem) return problem
      if (payment.orderId) return granted({ orderId: payment.orderId })
      if (payment.intentId !== null && payment.intentId !== intent.id) return PAYMENT_NOT_FOUND
      // Money on another account does not pay for it: anybody can make an intent with any metadata on
      // an account of their own.
      if ((payment.account?.id ?? null) !== intent.accountId) return PAYMENT_NOT_FOUND
      const unplaced = payment.refunds.find((refund) => refund.kind === 'unplaced')
      if (unplaced) {
        const refund = { ...unplaced, currency: payment.currency }
        return payment.changeOfOrderId ? changeRefunded(refund) : paymentRefunded(refund)
      }
      if (payment.changeOfOrderId) {
        return settleChange(book, payment, payment.changeOfOrderId, captured)
      }
      const holds = book.holds.byIds(payment.holdIds)
      const { coupon } = payment.quote
      const use = coupon && book.coupons.useOf(coupon.id)
      const widen = book.holds.widenFor(holds)
      if (coupon && !use) return { widenTo: [], ...widen, couponUseIds: [coupon.id] }
      if (widen) return widen
      const ended = holds.filter((hold) => hold.state !== 'held')
      const short = book.stock.shortage(ended)
      if (short && book.holds.isBehind(short.sessionId)) return { widenTo: [] }
      const [first] = holds
      const customer = customerOf(payment, captured)
      const canSell =
        isExact(payment, intent) &&
        holds.length === payment.holdIds.length &&
        book.holds.areLocked(holds) &&
        holds.every((hold) => isHonoured(book.offers, hold)) &&
        ended.every((hold) => isOnSaleAgain(book, hold)) &&
        !short &&
        // If the use was given back in the meantime, another cart may have taken it.
        (!use || book.coupons.canSpend(use))
      // Judged here for the customer of the order: 'Pay' judges it before the charge, but a client can
      // leave that call out, or name another customer there.
      const tooMany = canSell
        ? customerProblem(book, holds, customer.contact.email, { isBought: true })
        : null
      if (tooMany && 'widenTo' in tooMany) return tooMany
      const { email } = customer.contact
      // 'Pay' has judged the address that it stored.
      const isJudged = payment.customer?.contact.email === email
      const isRefused =
        canSell &&
        (!isPriceFor(payment.quote, email) || (!isJudged && isBlockedFor(book, holds, email)))
      book.money.charge(payment, intent)
      // If the provider's answer got lost, the payment has no intent yet.
      book.payments.attachIntent(payment, intent.id)
      if (!first || !canSell || tooMany || isRefused) {
        const ofBuyer = isRefused ? RULE_NOT_ALLOWED : tooMany && CUSTOMER_LIMIT
        const reason = ofBuyer ?? whyGivenBack(book.offers, holds)
        return paymentRefunded(giveBack(book, payment, captured, reason))
      }
      const held = holds.filter((hold) => hold.state === 'held')
      returnAllowance(book, captured.allowance, held)
      const placed = recordOrder(book, holds, {
        cart: first.cart,
        eventId: payment.eventId,
        intentId: payment.intentId,
        quote: payment.quote,
        customer,
      })
      book.payments.settle(payment, 'completed', intent.capturedMinor, placed.id)
      return granted({ orderId: placed.id, placed })
    },
  }
}

/** Whether an expired hold may still be sold if there is room. Its price is frozen. */
function isOnSaleAgain(book: Book, hold: LaneHold): boolean {
  const hasEnded = hold.state === 'released' || hold.state === 'expired'
  return hasEnded && (isSoldLate(book.offers, hold.sessionId) || isAddOn(hold))
}
