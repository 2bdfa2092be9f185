import { granted } from '@foyer/contract'
import type { LaneOp } from '../lane-op.ts'
import type { AddOnLine, CartRef, LaneHold, RequestKey, StockLine } from '../lane-types.ts'
import { problemWith, shortfallOf } from './hold-rules.ts'

export interface HoldCartWish {
  cart: CartRef
  eventId: string
  /** May lie in several sessions. */
  lines: readonly StockLine[]
  addOns: readonly AddOnLine[]
  request: RequestKey | null
}

/**
 * Replaces what a cart holds, wherever that is: all lines or none, and a refused cart keeps what it
 * had. Half a cart held, or one held twice, is a bug the buyer sees.
 */
export function holdCartOp(wish: HoldCartWish): LaneOp<LaneHold[]> {
  const { cart, lines, request } = wish
  return {
    needs: {
      sessionIds: lines.map((line) => line.sessionId),
      cartIds: [cart.id],
      ownCartIds: [cart.id],
      requestKeys: request ? [request.key] : [],
    },
    decide(book) {
      const replay = book.replayOf(request)
      if (replay) return replay
      const before = book.liveOf(cart.id)
      const widen = book.widenFor(before)
      if (widen) return widen
      const problem = problemWith(book, lines, wish.eventId)
      if (problem) return problem
      const shortfall = shortfallOf(book, lines, before)
      if (shortfall) return shortfall
      book.release(before)
      const holds = book.grant(cart, lines, request, null)
      const [first] = holds
      if (first) {
        const owner = { cartId: cart.id, holdId: first.id }
        book.draft.addOns.push(...wish.addOns.map((addOn) => ({ ...owner, ...addOn })))
      }
      return granted(holds)
    },
  }
}
