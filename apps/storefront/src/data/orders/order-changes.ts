import type { DailyPriceView, OrderView } from '@foyer/contract'
import { formatSelection, formatTime, fromMajor, knownZone, type Selection } from '@foyer/domain'
import type { FlowSearch } from '../../routing/search.ts'

/** Tickets that still open a door. */
export const activeTickets = ({ tickets }: OrderView): OrderView['tickets'] =>
  tickets.filter((ticket) => !ticket.isCancelled)

/** How many of which type are still good. */
export function selectionOfOrder(order: OrderView): Selection {
  const selection: Record<string, number> = {}
  for (const { ticketTypeId } of activeTickets(order)) {
    selection[ticketTypeId] = (selection[ticketTypeId] ?? 0) + 1
  }
  return selection
}

/** Whether anything of an order can still be changed at `now`, milliseconds: not once it has begun. */
export function isChangeable(order: OrderView, now: number): boolean {
  const tickets = activeTickets(order)
  return (
    order.order.status === 'PAID' &&
    tickets.length > 0 &&
    tickets.every(({ session }) => Date.parse(session.startTime) > now)
  )
}

/** The URL of the event's page for an order that is to move. */
export function rescheduleSearchOf(order: OrderView, locale: string): FlowSearch {
  const { id, selectedDate } = order.order
  const { startTime } = order.session
  return {
    types: formatSelection(selectionOfOrder(order)),
    reschedule: 'true',
    orderId: id,
    originalDate: selectedDate,
    originalTime: formatTime(startTime, knownZone(order.event.timeZone), locale),
  }
}

/** The URL of the event's page for tickets of one type that are to become better ones. */
export const upgradeSearchOf = (order: OrderView, typeId: string): FlowSearch => ({
  date: order.order.selectedDate,
  upgrade: 'true',
  orderId: order.order.id,
  currentTicketType: typeId,
  quantity: String(selectionOfOrder(order)[typeId] ?? 1),
})

type DailySession = DailyPriceView['sessions'][string]

/**
 * What the order's tickets cost more in another session than what was paid for them, without fees,
 * minor units: below 0 where they cost less. Null where the session lacks one of their types. The
 * server decides by the same rule when the order moves.
 */
export function priceDifferenceOf(order: OrderView, session: DailySession): number | null {
  const { currency } = order.order
  let differenceMinor = 0
  for (const ticket of activeTickets(order)) {
    if (ticket.session.id === session.session_id) continue
    const there = session.ticket_prices.find(
      ({ ticket_type_id }) => ticket_type_id === ticket.ticketTypeId,
    )
    const now = there ? fromMajor(there.price, currency) : null
    const paid = fromMajor(ticket.price, currency)
    if (now === null || paid === null) return null
    differenceMinor += now - paid
  }
  return differenceMinor
}
