import {
  type ChangedTicket,
  type ChangedTicketSide,
  type OrderChangeKind,
  type Quote,
  receiptOf,
} from '@foyer/domain'
import { newId, newValidationCode } from '../../adapters/ids.ts'
import type { HoldLine, LaneHold } from '../holds/hold-types.ts'
import type { Book } from '../lanes/aggregates.ts'
import type { StockLine } from '../stock/stock-types.ts'
import type { LaneChange, LaneOrder } from './order-types.ts'
import { doneChanges, unitsOfOrder, validTickets } from './order-value.ts'

/** What the exchange of tickets takes and gives back, as lines of stock. */
export function linesOf(tickets: readonly ChangedTicket[]): {
  entering: StockLine[]
  leaving: StockLine[]
} {
  const line = ({ sessionId, ticketTypeId }: ChangedTicketSide) => ({
    sessionId,
    ticketTypeId,
    quantity: 1,
  })
  return {
    entering: tickets.flatMap(({ after }) => (after ? line(after) : [])),
    leaving: tickets.map(({ before }) => line(before)),
  }
}

/**
 * Exchanges tickets of an order in one decision: the new seats are sold, the old ones are free again,
 * the old tickets end, and the new ones have the old numbers and new codes. The stock of both must be
 * locked, and the caller has made sure that the new seats fit once the old ones are back.
 */
export function exchangeTickets(
  book: Book,
  order: LaneOrder,
  tickets: readonly ChangedTicket[],
): void {
  for (const hold of holdsOf(book, order, tickets)) book.holds.exchange(hold.hold, hold.quantity)
  for (const line of seatsOf(tickets)) {
    const type = book.offers.offerOf(line.sessionId)?.types.get(line.ticketTypeId)
    const { feeSet = null, taxRate = null } = type ?? {}
    book.holds.sellInExchange(order, { ...line, feeSet, taxRate })
  }
  for (const { number, before, after } of tickets) {
    const old = order.tickets.find(({ id }) => id === before.ticketId)
    if (!after || !old) continue
    const { ticketId: id, ...side } = after
    const revision = old.revision + 1
    const validationCode = newValidationCode()
    const places = book.stock.placesOf(side.sessionId, side.ticketTypeId)
    const issued = { id, ...side, number, revision, validationCode, places }
    book.orders.replaceTicket(order, old.id, issued)
  }
}

/** The seats that a change takes, at the prices that it was quoted at: one line per session, type and price. */
export function seatsOf(tickets: readonly ChangedTicket[]): Required<HoldLine>[] {
  const groups = Map.groupBy(
    tickets.flatMap(({ after }) => after ?? []),
    ({ sessionId, ticketTypeId, priceMinor }) => `${sessionId} ${ticketTypeId} ${priceMinor}`,
  )
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ sessionId, ticketTypeId, priceMinor: unitPriceMinor }) => ({
      sessionId,
      ticketTypeId,
      quantity: group.length,
      unitPriceMinor,
    })),
  )
}

/** The sold holds of these tickets, each with the number of the tickets that belong to it. */
export function holdsOf(
  book: Book,
  order: LaneOrder,
  tickets: readonly Pick<ChangedTicket, 'before'>[],
): { hold: LaneHold; quantity: number }[] {
  const left = tickets.map(({ before }) => before)
  return book.holds.soldIn(order).flatMap((hold) => {
    const ofHold = left.filter(
      ({ sessionId, ticketTypeId }) =>
        sessionId === hold.sessionId && ticketTypeId === hold.ticketTypeId,
    )
    const taken = ofHold.slice(0, hold.quantity)
    for (const side of taken) left.splice(left.indexOf(side), 1)
    return taken.length > 0 ? [{ hold, quantity: taken.length }] : []
  })
}

/** Amounts and origin of a change that is entered into the history of an order. */
export type ChangeEntry = Pick<LaneChange, 'tickets' | 'madeBy'> &
  Partial<
    Pick<
      LaneChange,
      | 'id'
      | 'refundIds'
      | 'dueMinor'
      | 'refundMinor'
      | 'creditMinor'
      | 'keptMinor'
      | 'changeFeeMinor'
      | 'reason'
    >
  > & { kind: OrderChangeKind; receipt: Quote }

/** Enters a change into the history of an order, as its newest. */
export function enterChange(book: Book, order: LaneOrder, entry: ChangeEntry): LaneChange {
  const change: LaneChange = {
    id: newId(),
    orderId: order.id,
    refundIds: [],
    dueMinor: 0,
    refundMinor: 0,
    creditMinor: 0,
    keptMinor: 0,
    changeFeeMinor: 0,
    reason: null,
    ...entry,
    state: 'done',
    sequence: doneChanges(order).length + 1,
    ageSeconds: 0,
    paymentId: null,
  }
  order.quote = change.receipt
  book.orders.writeChange(order, change)
  return change
}

/** Enters the change that waited for its payment into the history; its tickets are exchanged already. */
export function finishChange(book: Book, order: LaneOrder, change: LaneChange): void {
  change.sequence = doneChanges(order).length + 1
  change.state = 'done'
  change.ageSeconds = 0
  // Other tickets of the order may have changed since it was quoted.
  change.receipt = receiptOf(unitsOfOrder(order), order.quote)
  order.quote = change.receipt
  book.orders.writeChange(order, change)
}

/** Ends the change that waits for its payment: what it holds is free again. */
export function endOpenChange(book: Book, order: LaneOrder, change: LaneChange): void {
  change.state = 'ended'
  book.orders.writeChange(order, change)
  book.holds.release(book.holds.liveOf(change.id))
}

/** Sets what the order's row says of its tickets: the session of the first valid one. */
export function followTickets(book: Book, order: LaneOrder): void {
  const [first] = validTickets(order)
  if (first) book.orders.update({ id: order.id, status: null, sessionId: first.sessionId })
}
