import type { OrderView } from '@foyer/contract'
import {
  formatSelection,
  formatTime,
  knownZone,
  type Selection,
  whyNotChangeable,
} from '@foyer/domain'
import type { FlowSearch } from '../../routing/search.ts'

/** Whether only a link opened the order: the server then hides how to reach its buyer. */
export const isByLinkAlone = ({ order }: OrderView): boolean => order.phone === null

/** The tickets that are not cancelled. */
export const activeTickets = ({ tickets }: OrderView): OrderView['tickets'] =>
  tickets.filter((ticket) => !ticket.isCancelled)

/** Whether every ticket is cancelled. An order kept without its tickets is not judged. */
export const hasOnlyCancelledTickets = ({ tickets }: OrderView): boolean =>
  tickets.length > 0 && tickets.every((ticket) => ticket.isCancelled)

/** The session of the tickets that are not cancelled; null if they are for several sessions. */
export function onlySessionOf(order: OrderView): { startsAt: string; timeZone: string } | null {
  const [first, ...others] = activeTickets(order)
  if (!first || others.some(({ session }) => session.id !== first.session.id)) return null
  return { startsAt: first.session.startTime, timeZone: order.event.timeZone }
}

/** How many tickets of each type are not cancelled. */
export function selectionOfOrder(order: OrderView): Selection {
  const selection: Record<string, number> = {}
  for (const { ticketTypeId } of activeTickets(order)) {
    selection[ticketTypeId] = (selection[ticketTypeId] ?? 0) + 1
  }
  return selection
}

/**
 * The tickets that the policy lets their buyer change in one way at `now` (milliseconds). Nothing can be
 * rescheduled to the only session of an event.
 */
export function changeableTickets(
  order: OrderView,
  kind: keyof OrderView['changePolicy'],
  now: number,
): OrderView['tickets'] {
  if (order.order.status !== 'PAID') return []
  if (kind === 'reschedule' && !order.hasOtherSession) return []
  const rule = order.changePolicy[kind]
  const doneBefore = order.changes.filter(
    (change) => change.kind === kind && change.outcome === 'done',
  ).length
  return activeTickets(order).filter(({ session, isRedeemed }) => {
    const judged = { startsAt: new Date(session.startTime), now: new Date(now), doneBefore }
    return !isRedeemed && whyNotChangeable(rule, judged) === null
  })
}

/** Whether a ticket of an order can still be rescheduled, upgraded or cancelled. */
export const isChangeable = (order: OrderView, now: number): boolean =>
  (['reschedule', 'upgrade', 'cancel'] as const).some(
    (kind) => changeableTickets(order, kind, now).length > 0,
  )

/**
 * The tickets that an upgrade of so many tickets of a type is about, by their numbers: valid, not used,
 * and all for the session of the first, since prices differ between sessions.
 */
export function ticketsToUpgrade(
  order: OrderView,
  typeId: string | undefined,
  quantity: number,
): OrderView['tickets'] {
  const ofType = activeTickets(order).filter(
    ({ ticketTypeId, isRedeemed }) => ticketTypeId === typeId && !isRedeemed,
  )
  return ofType.filter(({ session }) => session.id === ofType[0]?.session.id).slice(0, quantity)
}

/** The search of the event's page that reschedules an order. */
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

/** The search of the event's page that upgrades the tickets of one type. */
export const upgradeSearchOf = (order: OrderView, typeId: string): FlowSearch => ({
  date: order.order.selectedDate,
  upgrade: 'true',
  orderId: order.order.id,
  currentTicketType: typeId,
  quantity: String(selectionOfOrder(order)[typeId] ?? 1),
})
