import type { Offers } from '../offers/offer-rules.ts'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { validTickets } from './order-value.ts'
import type { PlannedChange } from './plan-change.ts'

/** How many more tickets of a type in a session an order may have: no more than one line of a cart. */
export function leftOfMaximum(
  offers: Offers,
  order: LaneOrder,
  sessionId: string,
  typeId: string,
): number {
  const most = offers.offerOf(sessionId)?.types.get(typeId)?.maxQuantity ?? 0
  const isOfType = (ticket: LaneTicket) =>
    ticket.sessionId === sessionId && ticket.ticketTypeId === typeId
  return most - validTickets(order).filter(isOfType).length
}

/** Whether an upgrade takes more of a type than may be bought at once. */
export const isAboveMaximum = (
  offers: Offers,
  order: LaneOrder,
  { kind, tickets }: PlannedChange,
): boolean =>
  kind === 'upgrade' &&
  tickets.some(({ toSessionId, to: { ticketTypeId } }) => {
    const entering = tickets.filter((each) => each.toSessionId === toSessionId)
    return entering.length > leftOfMaximum(offers, order, toSessionId, ticketTypeId)
  })
