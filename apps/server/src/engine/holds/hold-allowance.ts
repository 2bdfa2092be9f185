import type { Refused } from '@foyer/contract'
import type { Book } from '../lanes/aggregates.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'

/** Tickets of one session that are held until a time of the database's clock. */
export interface HeldTickets {
  eventId: string
  sessionId: string
  /** The session's capacity; null: without limit. */
  capacity: number | null
  quantity: number
  /** What they take of the capacity together: a ticket may take several places. */
  places: number
  endsAt: Date
}

/** What an operation changes in the tickets that its client holds. */
export interface HeldChange {
  /** The database's clock. */
  now: Date
  added: readonly HeldTickets[]
  removed: readonly HeldTickets[]
}

/**
 * How many tickets the client of an operation may hold at a time. It is checked when the operation
 * is decided: what the cart holds already is only known after locking.
 */
export interface HoldAllowance {
  /**
   * Counts the change, or refuses it if the client would hold more than it may. When an operation
   * is decided again, its new change replaces the earlier one.
   */
  take(change: HeldChange): Refused<'too_many_held'> | null
}

/** The tickets among lines of locked sessions, with the end of each line from `endsAt`. */
export function heldTickets<L extends StockLine>(
  book: Book,
  lines: readonly L[],
  endsAt: (line: L) => Date,
): HeldTickets[] {
  return ticketsIn(lines).flatMap((line) => {
    const { sessionId, ticketTypeId, quantity } = line
    const eventId = book.offers.offerOf(sessionId)?.eventId
    if (eventId === undefined) return []
    const capacity = book.stock.capacityOf(sessionId)
    const places = quantity * book.stock.placesOf(sessionId, ticketTypeId)
    return [{ eventId, sessionId, capacity, quantity, places, endsAt: endsAt(line) }]
  })
}
