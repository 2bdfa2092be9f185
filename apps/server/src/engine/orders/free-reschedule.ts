import { granted, type Result } from '@foyer/contract'
import { type OfferedTickets, type OrderChangeQuote, quoteOrderChange } from '@foyer/domain'
import type { LaneOp } from '../lanes/operation.ts'
import type { Offers } from '../offers/offer-rules.ts'
import { ORDER_NOT_FOUND, SESSION_NOT_FOUND } from '../refusals.ts'
import { type ChangedOrder, makeChange, widenForOrder } from './change-order.ts'
import { CANNOT_RESCHEDULE } from './change-refusals.ts'
import { type DisruptedTickets, disruptedTicketsOf } from './disrupted-tickets.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { changeableOrder, validTickets } from './order-value.ts'
import { OF_BOUGHT_TICKET, offeredIn, type PlannedChange } from './plan-change.ts'

/** Where the tickets of a disrupted session go. */
export interface FreeReschedule {
  from: DisruptedTickets
  toSessionId: string
}

export type FreeRescheduleCode =
  | 'order_not_found'
  | 'session_not_found'
  | 'reschedule_not_possible'
  | 'sold_out'

/**
 * Plans the reschedule of tickets whose session the organizer moved or called off: all tickets that the
 * order has in it, to another session of the event, in the same types. The policy of the event does not
 * apply, and it never costs anything: a dearer session is sold at what the tickets were bought at, and a
 * cheaper one gives back the difference.
 */
export function planFreeReschedule(
  offers: Offers,
  order: LaneOrder,
  { from, toSessionId }: FreeReschedule,
): Result<PlannedChange, FreeRescheduleCode> {
  // While a bank takes a charge back, nobody knows what the order is worth.
  if (order.isDisputed) return CANNOT_RESCHEDULE
  const to = offers.offerOf(toSessionId)
  if (!to || to.eventId !== order.eventId) return SESSION_NOT_FOUND
  const leaving = disruptedTicketsOf(order, from)
  // A repeated call finds its tickets there already.
  const isThere = validTickets(order).some(({ sessionId }) => sessionId === toSessionId)
  if (from.sessionId === toSessionId || (leaving.length === 0 && !isThere)) return CANNOT_RESCHEDULE
  const exchanges: { ticket: LaneTicket; to: OfferedTickets }[] = []
  for (const ticket of leaving) {
    const offered = offeredIn(offers, toSessionId, ticket.ticketTypeId, OF_BOUGHT_TICKET)
    if (!offered) return CANNOT_RESCHEDULE
    exchanges.push({ ticket, to: offered })
  }
  return granted({
    kind: 'reschedule',
    tickets: exchanges.map((exchange) => ({ ...exchange, toSessionId })),
    quote: quoteForFree(order, exchanges),
    beyond: null,
  })
}

function quoteForFree(
  order: LaneOrder,
  exchanges: readonly { ticket: LaneTicket; to: OfferedTickets }[],
): OrderChangeQuote {
  // A credit of earlier changes stays with the order.
  const quote = quoteOrderChange(
    { ...changeableOrder(order), creditMinor: 0 },
    exchanges.map(({ ticket, to }) => ({ ticketId: ticket.id, to })),
    { changeFeeMinor: 0, refundsDecrease: true },
  )
  if (quote.differenceMinor < 0) return quote
  return {
    ...quote,
    after: quote.before,
    tickets: quote.tickets.map(({ before }) => ({ before, after: before })),
    differenceMinor: 0,
    isWaived: quote.differenceMinor > 0,
    due: { amountMinor: 0, feeMinor: 0 },
    creditMinor: 0,
  }
}

/**
 * Takes the tickets that an order has in a disrupted session to another one, free of charge. It may be
 * repeated: without a ticket left in the session nothing changes, and `changeId` is null.
 */
export function rescheduleFreelyOp(
  orderId: string,
  request: FreeReschedule,
): LaneOp<ChangedOrder, FreeRescheduleCode> {
  return {
    needs: { sessionIds: [request.toSessionId], orderIds: [orderId] },
    decide(book) {
      const order = book.orders.of(orderId)
      if (!order) return ORDER_NOT_FOUND
      const widen = widenForOrder(book, order)
      if (widen) return widen
      const planned = planFreeReschedule(book.offers, order, request)
      if (!planned.ok) return planned
      if (planned.value.tickets.length === 0) {
        return granted({ orderId, changeId: null, refundMinor: 0 })
      }
      return makeChange(book, order, planned.value, {
        // Its quote leaves the credit of the order as it is.
        creditBeforeMinor: 0,
        reason: null,
        madeBy: 'organizer',
      })
    },
  }
}
