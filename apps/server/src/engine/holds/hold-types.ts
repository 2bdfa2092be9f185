import type { FeeSet, FrozenRule, HoldState, TaxRate } from '@foyer/domain'
import type { CartRef } from '../carts/cart-types.ts'
import type { StockLine } from '../stock/stock-types.ts'

/** Lets a retry be recognised: the same key with the same hash is the same request. */
export interface RequestKey {
  key: string
  hash: string
}

/** A line to hold. The session sets the price of a ticket; an add-on carries its own. */
export interface HoldLine extends StockLine {
  unitPriceMinor?: number
}

/** A hold as a batch reads it, or makes it. */
export interface LaneHold extends StockLine {
  id: string
  cart: CartRef
  unitPriceMinor: number
  feeSet: FeeSet | null
  taxRate?: TaxRate | null
  state: HoldState
  customerIdentifier: string | null
  request: RequestKey | null
  /** Its position in its request. */
  line: number
  /** Null until it is sold. */
  orderId: string | null
  createdAt: Date
  /** The end that the buyer sees. */
  expiresAt: Date
  /** The end that counts: `expiresAt`, or later if a started payment got a grace. */
  reclaimAt: Date
  /** Keys of the calls that gave it more time; null if none did. */
  moreTimeKeys: readonly string[] | null
  /**
   * The coupon claim on this hold, as it was read with its cart. Whether the claim still counts is
   * known only once its code is locked.
   */
  couponUseId: string | null
  /**
   * What automatic rules took off the cart when this hold was made; null if it froze none. Frozen rules
   * are read through `RuleBook.on`: a cart has those of its latest hold that froze any.
   */
  rules: readonly FrozenRule[] | null
}

export interface ReadHolds {
  rows: readonly LaneHold[]
  /**
   * How many expired holds of each session were read at most. A session with as many may have more.
   */
  expiredPerSession: number
}
