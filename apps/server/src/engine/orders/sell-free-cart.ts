import { granted, type Refused, refused } from '@foyer/contract'
import { type Quote, toMajor } from '@foyer/domain'
import type { Customer } from '../carts/cart-types.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { HoldAllowance } from '../holds/hold-allowance.ts'
import { returnAllowance } from '../holds/hold-rules.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { NOT_PAID } from '../refusals.ts'
import type { SoldOrder } from './order-types.ts'
import { recordOrder } from './record-order.ts'

export interface FreePurchase {
  cartId: string
  customer: Customer
  /** Why a cart with this price must not become an order; then nothing is sold. */
  problemWith(quote: Quote): Refused<'amount_mismatch'> | null
  /** How many tickets the buyer's client may hold. Tickets that are sold no longer count. */
  allowance?: HoldAllowance
}

/** Why a cart does not become an order without a payment. */
export type FreeSaleCode = 'hold_expired' | 'payment_not_succeeded' | 'amount_mismatch'

/** Turns a cart into an order if it costs nothing, by its prices or by its coupon. */
export function sellFreeCartOp(purchase: FreePurchase): LaneOp<SoldOrder, FreeSaleCode> {
  const { cartId, customer } = purchase
  return {
    needs: {
      sessionIds: [],
      cartIds: [cartId],
      payableCartIds: [cartId],
      couponCartIds: [cartId],
    },
    decide: ofHeldCart(cartId, (book, live) => {
      const { quote, eventId, holdIds } = book.carts.price(live)
      if (quote.totalMinor !== 0) {
        const details = { expectedAmount: toMajor(quote.totalMinor, quote.currency) }
        return refused(NOT_PAID.refusal.code, NOT_PAID.refusal.message, details)
      }
      const problem = purchase.problemWith(quote)
      if (problem) return problem
      returnAllowance(book, purchase.allowance, live)
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
