/** A number of tickets of one type in one session, or of an add-on that has a stock (stock-items.ts). */
export interface StockLine {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

/**
 * A counter. `capacity` is null without limit. The pool for a stock item's total has the item's id
 * as `poolId`. Pools of ticket types count tickets; a total, and what a group shares, count places.
 */
export interface StockPool {
  sessionId: string
  poolId: string
  capacity: number | null
  held: number
  sold: number
  /** Of a ticket type: how many places one ticket takes in the total and in its group. */
  places: number
  /** The pool that the type shares with others of its group; null: none. */
  groupId: string | null
}

export type LedgerKind =
  | 'hold'
  | 'release'
  | 'sell'
  | 'reallocate'
  | 'expire'
  | 'refund'
  | 'exchange'

/** All movements of one kind and ticket type in a batch. */
export interface LedgerEntry {
  sessionId: string
  ticketTypeId: string
  kind: LedgerKind
  heldDelta: number
  soldDelta: number
  holdIds: string[]
}

export interface StockState {
  /** The stock items that were asked for; `pools` has only those whose stock rows exist. */
  sessionIds: readonly string[]
  pools: readonly StockPool[]
}

/** A new capacity of a pool; null is without limit. */
export interface CapacityChange {
  sessionId: string
  poolId: string
  before: number | null
  capacity: number | null
}
