import type { Book } from '../lanes/aggregates.ts'
import { isAddOn } from '../stock/stock-items.ts'
import type { LaneOrder } from './order-types.ts'

/**
 * Ends tickets: they become invalid and their stock becomes free. When the last ticket of an order
 * ends, the order is refunded and its add-ons become free too, since they are worth nothing without
 * a ticket. Returns the numbers of the tickets. The stock of everything that was sold in the order
 * must be locked.
 */
export function endTickets(book: Book, order: LaneOrder, ticketIds: readonly string[]): number[] {
  const ending = order.tickets.filter(
    ({ id, status }) => status === 'VALID' && ticketIds.includes(id),
  )
  for (const ticket of ending) {
    ticket.status = 'CANCELLED'
    const change = { status: ticket.status, sessionId: null, validationCode: null }
    book.orders.changeTicket({ id: ticket.id, ...change })
  }
  const sold = book.holds.soldIn(order)
  const left = [...ending]
  for (const hold of sold) {
    const ofHold = left.filter(
      ({ sessionId, ticketTypeId }) =>
        sessionId === hold.sessionId && ticketTypeId === hold.ticketTypeId,
    )
    const ended = ofHold.slice(0, hold.quantity)
    for (const ticket of ended) left.splice(left.indexOf(ticket), 1)
    if (ended.length > 0) book.holds.refund(hold, ended.length)
  }
  if (ending.length > 0 && order.tickets.every(({ status }) => status !== 'VALID')) {
    for (const hold of sold.filter(isAddOn)) book.holds.refund(hold, hold.quantity)
    order.status = 'REFUNDED'
    const change = { status: order.status, sessionId: null, reschedules: 0, mailId: null }
    book.orders.change({ id: order.id, ...change })
  }
  return ending.map(({ number }) => number)
}
