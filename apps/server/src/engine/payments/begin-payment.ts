import { granted } from '@foyer/contract'
import type { Customer } from '../carts/cart-types.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { ruleBlocked } from '../refusals.ts'
import { judgeForEmail } from '../rules/judge-cart.ts'
import { customerProblem, tooFewInOrder } from '../sales/sales-rules.ts'
import { ticketsIn } from '../stock/stock-items.ts'

export interface PaymentBegin {
  cartId: string
  customer: Customer
}

/** What is about to be paid, and the end of the hold as the buyer sees it. */
export interface BegunPayment {
  totalMinor: number
  currency: string
  expiresAt: Date
}

export type BeginCode =
  | 'hold_expired'
  | 'quantity_below_minimum'
  | 'customer_limit_reached'
  | 'rule_blocked'

/**
 * Called when the buyer presses 'Pay': stores the customer, and extends the holds by the grace,
 * once. Refuses a cart that no longer holds anything, one with fewer tickets than an order must have, and
 * one by which its customer would have more than one customer may have: before anything is charged.
 * Rules about the customer's e-mail address are judged here, so the total may be lower than the cart showed.
 */
export function beginPaymentOp({
  cartId,
  customer,
}: PaymentBegin): LaneOp<BegunPayment, BeginCode> {
  return {
    needs: {
      sessionIds: [],
      cartIds: [cartId],
      payableCartIds: [cartId],
      judgedCartIds: [cartId],
    },
    decide: ofHeldCart<BegunPayment, BeginCode>(cartId, (book, live) => {
      const problem =
        tooFewInOrder(book, ticketsIn(live)) ?? customerProblem(book, live, customer.contact.email)
      if (problem) return problem
      const block = judgeForEmail(book, live, customer.contact.email)
      if (block) return ruleBlocked(block)
      book.holds.grantGrace(live)
      book.carts.setCustomer(cartId, customer)
      const ends = live.map((hold) => hold.expiresAt.getTime())
      const { totalMinor, currency } = book.carts.price(live).quote
      return granted({
        totalMinor,
        currency,
        expiresAt: new Date(Math.min(...ends)),
      })
    }),
  }
}
