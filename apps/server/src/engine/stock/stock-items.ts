import type { StockLine } from './stock-types.ts'

/**
 * A stock item is what is locked together: a session, with a pool for its total, one for each type,
 * and one for each group whose types share a capacity; or an add-on with a stock of its own, with one pool. A hold of such an add-on has the
 * add-on's id as session and as type.
 */

/** A quantity of an add-on, as a line of stock. */
export const addOnLine = (addOnId: string, quantity: number): StockLine => ({
  sessionId: addOnId,
  ticketTypeId: addOnId,
  quantity,
})

export const isAddOn = (line: Pick<StockLine, 'sessionId' | 'ticketTypeId'>): boolean =>
  line.sessionId === line.ticketTypeId

export const ticketsIn = <T extends StockLine>(lines: readonly T[]): T[] =>
  lines.filter((line) => !isAddOn(line))
