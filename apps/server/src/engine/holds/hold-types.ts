import type { FeeSet, HoldState } from '@foyer/domain'
import type { CartRef } from '../carts/cart-types.ts'
import type { StockLine } from '../stock/stock-types.ts'

/** Makes a retry recognisable: the same key with the same hash is the same request. */
export interface RequestKey {
  key: string
  hash: string
}

/** A line to hold. A ticket costs what its session offers; an add-on brings its price along. */
export interface HoldLine extends StockLine {
  unitPriceMinor?: number
}

/** A hold as a batch reads it, or makes it. */
export interface LaneHold extends StockLine {
  id: string
  cart: CartRef
  unitPriceMinor: number
  feeSet: FeeSet | null
  state: HoldState
  customerIdentifier: string | null
  request: RequestKey | null
  /** Position in its request. */
  line: number
  /** Once it was sold. */
  orderId: string | null
  createdAt: Date
  /** The end that the buyer sees. */
  expiresAt: Date
  /** The end that counts: later than `expiresAt` by the grace of a started payment. */
  reclaimAt: Date
  /** Keys of the calls that gave it more time; null if none did. */
  moreTimeKeys: readonly string[] | null
  /**
   * The claim of a coupon that names this hold, as it was read with its cart. The claim itself, and
   * whether it still counts, is only known where its code is locked.
   */
  couponUseId: string | null
}

export interface ReadHolds {
  rows: readonly LaneHold[]
  /** How many expired holds were read of each session at most: if there are as many, there may be more. */
  lapsedOfEach: number
}
