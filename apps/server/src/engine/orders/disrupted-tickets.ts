import type { DisruptionKind } from '@foyer/domain'
import type { LaneOrder, LaneTicket } from './order-types.ts'
import { validTickets } from './order-value.ts'

/** A disruption of a session as it concerns one order. */
export interface DisruptedTickets {
  kind: DisruptionKind
  sessionId: string
  /**
   * The numbers of the tickets that were bought for the session as it was. A ticket that its buyer took
   * to a moved session afterwards was taken there at its new time.
   */
  ticketNumbers: readonly number[]
}

/**
 * The tickets that an answer to a disruption is about, by number. A ticket that was used at the door of a
 * moved session is not among them.
 */
export const disruptedTicketsOf = (
  order: Pick<LaneOrder, 'tickets'>,
  { kind, sessionId, ticketNumbers }: DisruptedTickets,
): LaneTicket[] =>
  validTickets(order).filter(
    (ticket) =>
      ticket.sessionId === sessionId &&
      ticketNumbers.includes(ticket.number) &&
      (kind === 'called_off' || !ticket.isRedeemed),
  )
