import { granted, refused } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'
import type { CartRef, LaneHold, RequestKey, StockLine } from '../lane-types.ts'
import { problemWith, shortfallOf } from './hold-rules.ts'

export interface HoldLineWish extends StockLine {
  cart: CartRef
  customerIdentifier: string | null
  request: RequestKey | null
}

/** Adds one line to what a cart holds. The cart line itself is a key: asking again is a retry. */
export function holdLineOp(wish: HoldLineWish): LaneOp<LaneHold[]> {
  const { cart, request, quantity } = wish
  return {
    needs: {
      sessionIds: [wish.sessionId],
      cartIds: [cart.id],
      requestKeys: request ? [request.key] : [],
    },
    decide(book) {
      const replay = book.replayOf(request)
      if (replay) return replay
      const problem = problemWith(book, [wish])
      if (problem) return problem
      const present = book
        .liveOf(cart.id)
        .find(
          (hold) => hold.sessionId === wish.sessionId && hold.ticketTypeId === wish.ticketTypeId,
        )
      if (present) {
        if (present.quantity === quantity) return granted([present])
        return refused(
          'hold_exists',
          `This cart already holds ${present.quantity} of these tickets. Release the cart to change it.`,
          { quantity: present.quantity },
        )
      }
      const shortfall = shortfallOf(book, [wish])
      if (shortfall) return shortfall
      return granted(book.grant(cart, [wish], request, wish.customerIdentifier))
    },
  }
}
