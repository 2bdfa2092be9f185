import { granted } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'
import type { Customer, LaneHold } from '../lane-types.ts'
import { ofHeldCart } from './held-cart.ts'

/**
 * The buyer pressed pay: keeps whom the order will be for, and lets the holds outlive their end by
 * the grace, once. Answers the live holds; a cart that holds nothing any more is refused.
 */
export function beginPaymentOp(cartId: string, customer: Customer): LaneOp<LaneHold[]> {
  return {
    needs: { sessionIds: [], cartIds: [cartId] },
    decide: ofHeldCart(cartId, (book, live) => {
      book.grantGrace(live)
      book.draft.contacts.set(cartId, { cartId, ...customer })
      return granted(live)
    }),
  }
}
