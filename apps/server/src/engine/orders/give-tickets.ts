import { granted, refused } from '@foyer/contract'
import { orderNumberOf } from '@foyer/domain'
import type { CartRef, Customer } from '../carts/cart-types.ts'
import type { RequestKey } from '../holds/hold-types.ts'
import { shortfallOf } from '../holds/shortfall.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { offerIn, typeNotOffered, whyNotGiven } from '../offers/offer-rules.ts'
import { SESSION_NOT_FOUND, SHOP_PAUSED } from '../refusals.ts'
import type { Gift } from './order-types.ts'
import { recordOrder } from './record-order.ts'

export interface GiveTicketsParams {
  sessionId: string
  tickets: readonly { ticketTypeId: string; quantity: number }[]
  customer: Customer
  gift: Gift
  /** A cart that nobody's browser has. */
  cart: CartRef
  /** A repeated call with the same key returns the first order. */
  request: RequestKey
  /** Nothing new is sold in a shop that is stopped, and nothing is given away either. */
  isShopStopped: boolean
}

export type GiveCode =
  | 'sales_paused'
  | 'session_not_found'
  | 'session_not_changeable'
  | 'ticket_type_not_found'
  | 'sold_out'
  | 'idempotency_conflict'

const OVER = refused(
  'session_not_changeable',
  'This date is over, or it does not take place. Choose another one.',
  { reason: 'over' },
)

/**
 * Gives tickets of a session away: an order at a price of 0, without a cart of a browser. Their stock is
 * taken under its lock like that of every sale, so that they are never oversold. Windows, maximums and
 * pauses of the sale bind buyers and not the team; a stopped shop binds both, because a cheap gift could be
 * upgraded for money.
 */
export function giveTicketsOp(params: GiveTicketsParams): LaneOp<{ orderId: string }, GiveCode> {
  const { sessionId, tickets, customer, gift, cart, request } = params
  return {
    needs: { sessionIds: [sessionId], requestKeys: [request.key] },
    decide(book) {
      const replay = book.holds.replayOf(request)
      if (replay) {
        if (!replay.ok) return replay
        const orderId = replay.value[0]?.orderId
        if (orderId) return granted({ orderId })
      }
      if (params.isShopStopped) return SHOP_PAUSED
      const session = book.offers.offerOf(sessionId)
      if (!session) return SESSION_NOT_FOUND
      if (whyNotGiven(book.offers, sessionId)) return OVER
      for (const { ticketTypeId } of tickets) {
        const offer = offerIn(book.offers, sessionId, ticketTypeId)
        if (!offer?.isStocked || offer.isArchived) return typeNotOffered(ticketTypeId)
      }
      const lines = tickets.map((line) => ({ ...line, sessionId, unitPriceMinor: 0 }))
      const shortfall = shortfallOf(book, lines)
      if (shortfall) return shortfall
      const holds = book.holds.grant(cart, lines, request, null)
      const { quote, eventId } = book.carts.price(holds)
      const order = recordOrder(book, holds, {
        ...{ cart, eventId, quote, customer, gift },
        intentId: null,
      })
      const number = orderNumberOf(order.id)
      book.money.report({
        personId: gift.personId,
        action: 'order.given',
        entityId: order.id,
        entityName: number,
        after: { tickets: order.tickets.length, reason: gift.reason, note: gift.note },
      })
      return granted({ orderId: order.id })
    },
  }
}
