import type { StockLine } from './stock-types.ts'

/**
 * What is locked together: a session, with a pool for its total and one for each type; or an add-on
 * that has a stock of its own, with one pool. Holds name that add-on as session and as type.
 */

/** A quantity of an add-on, as a line of stock. */
export const addOnLine = (addOnId: string, quantity: number): StockLine => ({
  sessionId: addOnId,
  ticketTypeId: addOnId,
  quantity,
})

export const isAddOn = (line: Pick<StockLine, 'sessionId' | 'ticketTypeId'>): boolean =>
  line.sessionId === line.ticketTypeId

/** The lines that are for tickets. */
export const ticketsIn = <T extends StockLine>(lines: readonly T[]): T[] =>
  lines.filter((line) => !isAddOn(line))

/** The pools that a line takes from. */
export const poolsOf = ({ sessionId, ticketTypeId }: StockLine): string[] =>
  sessionId === ticketTypeId ? [sessionId] : [sessionId, ticketTypeId]
