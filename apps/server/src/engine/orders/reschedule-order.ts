import { granted, refused } from '@foyer/contract'
import { type RateWindow, secondsUntilRoom, waitText } from '@foyer/domain'
import { newId, newValidationCode } from '../../adapters/ids.ts'
import { shortfallOf } from '../holds/hold-rules.ts'
import type { LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { LaneOp } from '../lanes/operation.ts'
import { ORDER_NOT_FOUND } from '../refusals.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import { CANNOT_RESCHEDULE, quoteReschedule } from './order-change.ts'
import type { LaneOrder } from './order-types.ts'

/** Why an order is not rescheduled. */
export type RescheduleCode =
  | 'order_not_found'
  | 'session_not_found'
  | 'reschedule_not_possible'
  | 'reschedule_limit_reached'
  | 'payment_required'
  | 'sold_out'

/**
 * Moves an order's tickets to another session of the same event, all or none: in one transaction
 * the stock there is taken and the stock here given back. New codes make the old ones invalid. A
 * session that costs more is refused with the amount to pay (docs/pricing.md#order-changes).
 * `windows` say how often one order may be rescheduled, because each time sends a mail and makes
 * printed tickets invalid.
 */
export function rescheduleOrderOp(
  params: { id: string; cartId: string; toSessionId: string },
  windows: readonly RateWindow[],
): LaneOp<{ orderId: string }, RescheduleCode> {
  const { toSessionId } = params
  return {
    needs: { sessionIds: [toSessionId], cartIds: [params.cartId], orderIds: [params.id] },
    decide(book) {
      const order = book.orders.of(params.id)
      if (!order) return ORDER_NOT_FOUND
      if (order.status !== 'PAID') return CANNOT_RESCHEDULE
      // Add-ons belong to the event, not to a session.
      const sold = ticketsIn(book.holds.soldIn(order))
      // A repeated call, or a call for the present session, changes nothing.
      if (sold.every((hold) => hold.sessionId === toSessionId))
        return granted({ orderId: order.id })
      const widen = book.holds.widenFor(sold)
      if (widen) return widen
      const waitSeconds = secondsUntilRoom(order.rescheduleAges, windows)
      if (waitSeconds > 0) return rescheduledTooOften(order, waitSeconds)
      const quoted = quoteReschedule(book.offers, changeableOrder(order, sold), toSessionId)
      if (!quoted.ok) return quoted
      const { dueMinor } = quoted.value
      if (dueMinor > 0) return paymentRequired(dueMinor)
      const leaving = sold.filter((hold) => hold.sessionId !== toSessionId)
      const there = leaving.map((hold) => ({ ...hold, sessionId: toSessionId }))
      const shortfall = shortfallOf(book, there)
      if (shortfall) return shortfall
      book.holds.rescheduleTo(toSessionId, leaving)
      rescheduleTickets(book, order, toSessionId)
      return granted({ orderId: order.id })
    },
  }
}

const changeableOrder = ({ quote, discounts, tickets }: LaneOrder, sold: readonly LaneHold[]) => ({
  quote,
  discounts,
  sold,
  tickets: tickets.map((ticket) => ({ ...ticket, isCancelled: ticket.status === 'CANCELLED' })),
})

const paymentRequired = (differenceMinor: number) =>
  refused(
    'payment_required',
    'The new time costs more than the old one. Please pay the difference to reschedule.',
    { differenceMinor },
  )

function rescheduledTooOften({ rescheduleAges }: LaneOrder, waitSeconds: number) {
  const code = 'reschedule_limit_reached'
  if (waitSeconds === Number.POSITIVE_INFINITY) {
    return refused(
      code,
      `This order was rescheduled ${rescheduleAges.length} times and cannot be rescheduled again. Please ask the organizer.`,
    )
  }
  return refused(
    code,
    `This order was rescheduled several times within a day. It can be rescheduled again in ${waitText(waitSeconds)}.`,
    { retryAfterSeconds: Math.ceil(waitSeconds) },
  )
}

/**
 * Gives the tickets of the order new codes and queues a mail with them; the old codes become
 * invalid.
 */
function rescheduleTickets(book: Book, order: LaneOrder, sessionId: string): void {
  book.orders.change({ id: order.id, status: null, sessionId, reschedules: 1, mailId: newId() })
  // Later operations of this batch see it; the stored row gets the same time.
  order.rescheduleAges = [0, ...order.rescheduleAges]
  for (const ticket of order.tickets) {
    if (ticket.sessionId === sessionId || ticket.status !== 'VALID') continue
    ticket.sessionId = sessionId
    const validationCode = newValidationCode()
    book.orders.changeTicket({ id: ticket.id, status: 'VALID', sessionId, validationCode })
  }
}
