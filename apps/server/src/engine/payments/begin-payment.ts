import { granted } from '@foyer/contract'
import type { Customer } from '../carts/cart-types.ts'
import { ofHeldCart } from '../carts/held-cart.ts'
import type { LaneOp } from '../lanes/operation.ts'

export interface PaymentBegin {
  cartId: string
  customer: Customer
}

/** What is about to be paid, and the end of the hold that the buyer sees. */
export interface BegunPayment {
  totalMinor: number
  currency: string
  expiresAt: Date
}

/**
 * The buyer pressed pay: stores the customer, and lets the holds outlive their end by the grace,
 * once. A cart that holds nothing any more is refused.
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
