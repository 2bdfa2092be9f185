import { granted } from '@foyer/contract'
import type { Customer } from '../carts/cart-types.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'

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

/**
 * Called when the buyer presses 'Pay': stores the customer, and extends the holds by the grace,
 * once. Refuses a cart that no longer holds anything.
 */
export function beginPaymentOp({
  cartId,
  customer,
}: PaymentBegin): LaneOp<BegunPayment, 'hold_expired'> {
  return {
    needs: { sessionIds: [], cartIds: [cartId], payableCartIds: [cartId] },
    decide: ofHeldCart(cartId, (book, live) => {
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
