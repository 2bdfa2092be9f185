import { granted, type Refused, refused } from '@foyer/contract'
import { type Quote, toMajor } from '@foyer/domain'
import type { Customer } from '../carts/cart-types.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { NOT_PAID, ruleBlocked } from '../refusals.ts'
import { judgeForEmail } from '../rules/judge-cart.ts'
import { customerProblem, tooFewInOrder } from '../sales/sales-rules.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { SoldOrder } from './order-types.ts'
import { recordOrder } from './record-order.ts'

export interface FreePurchase {
  cartId: string
  customer: Customer
  /** Why a cart with this price must not become an order; then nothing is sold. */
  problemWith(quote: Quote): Refused<'amount_mismatch'> | null
}

/** Why a cart does not become an order without a payment. */
export type FreeSaleCode =
  | 'hold_expired'
  | 'payment_not_succeeded'
  | 'amount_mismatch'
  | 'quantity_below_minimum'
  | 'customer_limit_reached'
  | 'rule_blocked'

/**
 * Turns a cart into an order if it costs nothing, by its prices or by its coupon. Its tickets count as
 * held by their client until their hold would have ended: nothing else would keep a script, which needs
 * no card here, from claiming all of them one after the other.
 */
export function sellFreeCartOp(purchase: FreePurchase): LaneOp<SoldOrder, FreeSaleCode> {
  const { cartId, customer } = purchase
  return {
    needs: {
      sessionIds: [],
      cartIds: [cartId],
      payableCartIds: [cartId],
      couponCartIds: [cartId],
      judgedCartIds: [cartId],
    },
    decide: ofHeldCart<SoldOrder, FreeSaleCode>(cartId, (book, live) => {
      const block = judgeForEmail(book, live, customer.contact.email)
      if (block) return ruleBlocked(block)
      const { quote, eventId, holdIds } = book.carts.price(live)
      if (quote.totalMinor !== 0) {
        const details = { expectedAmount: toMajor(quote.totalMinor, quote.currency) }
        return refused(NOT_PAID.refusal.code, NOT_PAID.refusal.message, details)
      }
      const problem =
        purchase.problemWith(quote) ??
        tooFewInOrder(book, ticketsIn(live)) ??
        customerProblem(book, live, customer.contact.email, { isBought: true })
      if (problem) return problem
      const placed = recordOrder(book, book.holds.byIds(holdIds), {
        cart: live[0].cart,
        eventId,
        quote,
        customer,
        intentId: null,
      })
      return granted({ orderId: placed.id, placed })
    }),
  }
}
