import type { Book } from '../lanes/aggregates.ts'
import { isAddOn } from '../stock/stock-items.ts'
import { endOpenChange, holdsOf } from './exchange-tickets.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { openChangeOf } from './order-value.ts'
import { sideOf } from './plan-change.ts'

/**
 * Ends tickets: they become invalid and their stock becomes free. When the last ticket of an order
 * ends, its add-ons end and become free too, since they are worth nothing without a ticket. A change
 * that waits for its payment ends with its tickets. Returns the tickets that ended. The stock of
 * everything that was sold in the order must be locked, and what its open change holds.
 */
export function endTickets(
  book: Book,
  order: LaneOrder,
  ticketIds: readonly string[],
): LaneTicket[] {
  const ending = order.tickets.filter(
    ({ id, status }) => status === 'VALID' && ticketIds.includes(id),
  )
  const sold = book.holds.soldIn(order)
  const sides = ending.map((ticket) => ({ before: sideOf(ticket) }))
  for (const { hold, quantity } of holdsOf(book, order, sides)) book.holds.refund(hold, quantity)
  book.orders.endTickets(
    order,
    ending.map(({ id }) => id),
  )
  const open = openChangeOf(order)
  const isOpenFor = open?.tickets.some(({ before }) => ticketIds.includes(before.ticketId))
  if (open && isOpenFor) endOpenChange(book, order, open)
  if (ending.length > 0 && order.tickets.every(({ status }) => status !== 'VALID')) {
    for (const hold of sold.filter(isAddOn)) book.holds.refund(hold, hold.quantity)
    book.orders.endAddOns(order)
  }
  return ending
}

/** Closes an order that has no valid ticket any more. */
export function closeOrder(book: Book, order: LaneOrder, status: 'REFUNDED' | 'CANCELLED'): void {
  if (order.tickets.some((ticket) => ticket.status === 'VALID')) return
  order.status = status
  book.orders.update({ id: order.id, status, sessionId: null })
}
