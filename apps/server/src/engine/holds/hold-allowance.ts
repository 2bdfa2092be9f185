import type { Refused } from '@foyer/contract'
import type { Book } from '../lanes/aggregates.ts'
import { ticketsIn } from '../stock/stock-items.ts'
import type { StockLine } from '../stock/stock-types.ts'

/** Tickets of one session that are held until a moment of the database's clock. */
export interface HeldTickets {
  eventId: string
  sessionId: string
  /** The session's capacity; null: without limit. */
  capacity: number | null
  quantity: number
  endsAt: Date
}

/** What an operation changes of the tickets that its client holds. */
export interface HeldChange {
  /** The database's clock. */
  now: Date
  added: readonly HeldTickets[]
  removed: readonly HeldTickets[]
}

/**
 * How many tickets the client of an operation may hold at a time. It is asked as the operation is
 * decided, since only behind the lock it is known what its cart holds already.
 */
export interface HoldAllowance {
  /**
   * Counts the change, or refuses it where the client would hold more than it may. An operation that
   * is decided again replaces what it counted before.
   */
  take(change: HeldChange): Refused<'too_many_held'> | null
}

/** The tickets among lines of locked sessions; `endsAt` of each line, as it is at this moment. */
export function heldTickets<L extends StockLine>(
  book: Book,
  lines: readonly L[],
  endsAt: (line: L) => Date,
): HeldTickets[] {
  return ticketsIn(lines).flatMap((line) => {
    const { sessionId, quantity } = line
    const eventId = book.offers.offerOf(sessionId)?.eventId
    if (eventId === undefined) return []
    const capacity = book.stock.capacityOf(sessionId)
    return [{ eventId, sessionId, capacity, quantity, endsAt: endsAt(line) }]
  })
}
