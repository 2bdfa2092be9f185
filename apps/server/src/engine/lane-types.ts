import type { Result } from '@foyer/contract'
import type { FeeSet, HoldState } from '@foyer/domain'

/** Whose cart: the id is derived from browser and number (adapters/ids.ts). */
export interface CartRef {
  id: string
  browserId: string
  number: string
}

/** Makes a retry recognisable: the same key with the same hash is the same request. */
export interface RequestKey {
  key: string
  hash: string
}

export interface AddOnLine {
  addOnId: string
  quantity: number
  unitPriceMinor: number
}

/** Adds one line to what the cart holds in this session. */
export interface HoldLineOp {
  kind: 'hold-line'
  cart: CartRef
  ticketTypeId: string
  quantity: number
  customerIdentifier: string | null
  request: RequestKey | null
}

/** Replaces what the cart holds in this session: all lines or none. */
export interface HoldCartOp {
  kind: 'hold-cart'
  cart: CartRef
  eventId: string
  tickets: readonly { ticketTypeId: string; quantity: number }[]
  addOns: readonly AddOnLine[]
  request: RequestKey | null
}

/** Gives back what the cart holds in this session. */
export interface ReleaseOp {
  kind: 'release'
  cartId: string
}

export type LaneOp = HoldLineOp | HoldCartOp | ReleaseOp

/** A hold as the lane knows it. */
export interface LaneHold {
  id: string
  cartId: string
  sessionId: string
  ticketTypeId: string
  quantity: number
  unitPriceMinor: number
  feeSet: FeeSet | null
  state: HoldState
  customerIdentifier: string | null
  request: RequestKey | null
  createdAt: Date
  expiresAt: Date
  reclaimAt: Date
}

export type LaneAnswer = Result<LaneHold[]>

/** What a session offers, read in the batch's own transaction. */
export interface SessionOffer {
  eventId: string
  startsAt: Date
  isActive: boolean
  types: ReadonlyMap<string, OfferedType>
}

export interface OfferedType {
  name: string
  /** Null: a dynamic type whose price for this session is not set yet. */
  unitPriceMinor: number | null
  feeSet: FeeSet | null
  maxQuantity: number
}

/** `capacity` null: without limit. The session's own pool has the session's id as `poolId`. */
export interface StockPool {
  poolId: string
  capacity: number | null
  held: number
  sold: number
}

/** Everything a batch is decided from, read after the stock rows were locked. */
export interface BatchState {
  sessionId: string
  now: Date
  offer: SessionOffer | null
  pools: readonly StockPool[]
  /**
   * Held rows of the batch's carts in this session, and rows of any state, in any session, under
   * the batch's request keys.
   */
  holds: readonly LaneHold[]
}

export interface LedgerEntry {
  holdId: string
  ticketTypeId: string
  kind: 'hold' | 'release' | 'expire'
  heldDelta: number
}

/** What a decided batch writes. */
export interface BatchWrites {
  carts: readonly { ref: CartRef; eventId: string }[]
  inserts: readonly LaneHold[]
  ends: readonly { holdId: string; state: 'released' | 'expired' }[]
  addOns: readonly { cartId: string; lines: readonly AddOnLine[] }[]
  heldDeltas: ReadonlyMap<string, number>
  ledger: readonly LedgerEntry[]
}
