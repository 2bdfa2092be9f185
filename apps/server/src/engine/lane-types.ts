import type { Address, Contact } from '@foyer/db'
import type {
  FeeSet,
  HoldState,
  OrderStatus,
  PaymentState,
  Quote,
  TicketStatus,
} from '@foyer/domain'

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

/** A number of tickets of one type in one session. */
export interface StockLine {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

export interface AddOnLine {
  addOnId: string
  quantity: number
  unitPriceMinor: number
}

/** Who an order is for, as told before paying. */
export interface Customer {
  contact: Contact
  billingAddress: Address
}

/** What an operation has to see. What is not named here is neither locked nor read. */
export interface LaneNeeds {
  /** Sessions whose stock is locked; only there may an operation move anything. */
  sessionIds: readonly string[]
  /** Carts whose live holds are read, wherever they are. */
  cartIds?: readonly string[]
  /**
   * Carts nobody else replaces meanwhile, in whatever sessions. The stock lock alone can't tell two
   * wishes of a cart that holds nothing yet: they lock different sessions.
   */
  ownCartIds?: readonly string[]
  /** Holds of these carts that are read in whatever state they are. */
  holdIds?: readonly string[]
  /** Orders of these carts, locked, with the holds that were sold in them. */
  orderIds?: readonly string[]
  requestKeys?: readonly string[]
  /** Locked. */
  paymentIds?: readonly string[]
}

/** Not decided yet: the operation has to lock these sessions as well and is asked again. */
export interface Widen {
  widenTo: readonly string[]
}

/** A hold as the lane knows it. */
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
  /** What the buyer is told, and what counts: later than told while a payment is under way. */
  expiresAt: Date
  reclaimAt: Date
}

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
  sessionId: string
  poolId: string
  capacity: number | null
  held: number
  sold: number
}

/** A payment, locked for the batch. */
export interface LanePayment {
  id: string
  state: PaymentState
  amountMinor: number
  currency: string
  eventId: string
  holdIds: readonly string[]
  quote: Quote
  orderId: string | null
  customer: Customer | null
}

/** An order, locked for the batch, with its tickets. */
export interface LaneOrder {
  id: string
  status: OrderStatus
  cartId: string
  tickets: readonly { readonly id: string; sessionId: string }[]
}

/** Everything a batch is decided from, read after the stock rows were locked. */
export interface BatchState {
  now: Date
  offers: ReadonlyMap<string, SessionOffer>
  pools: readonly StockPool[]
  holds: readonly LaneHold[]
  payments: readonly LanePayment[]
  orders: readonly LaneOrder[]
}

export type LedgerKind = 'hold' | 'release' | 'sell' | 'reallocate' | 'expire' | 'refund' | 'move'

/** All movements of one kind and type in a batch. */
export interface LedgerEntry {
  sessionId: string
  ticketTypeId: string
  kind: LedgerKind
  heldDelta: number
  soldDelta: number
  holdIds: string[]
}

export interface NewTicket {
  id: string
  sessionId: string
  ticketTypeId: string
  number: number
  typeName: string
  priceMinor: number
  validationCode: string
}

export interface NewOrder {
  id: string
  cart: CartRef
  eventId: string
  sessionId: string
  paymentId: string | null
  customer: Customer
  quote: Quote
  items: readonly { id: string; ticketTypeId: string; quantity: number; unitPriceMinor: number }[]
  tickets: readonly NewTicket[]
  mailId: string
}

export interface OrderChange {
  id: string
  /** Null: as it was. */
  status: OrderStatus | null
  sessionId: string | null
  /** Of a new confirmation; null where none is due. */
  mailId: string | null
}

export interface TicketChange {
  id: string
  status: TicketStatus
  /** Null: as it was. */
  sessionId: string | null
  /** A new one revokes the old. Null: as it was. */
  validationCode: string | null
}

/** What a decided batch writes. */
export interface BatchWrites {
  inserts: readonly LaneHold[]
  changes: readonly LaneHold[]
  ledger: readonly LedgerEntry[]
  deltas: readonly { sessionId: string; poolId: string; held: number; sold: number }[]
  /** They come and go with the hold they were taken with. */
  addOns: readonly (AddOnLine & { cartId: string; holdId: string })[]
  contacts: readonly ({ cartId: string } & Customer)[]
  payments: readonly { id: string; state: 'completed' | 'refund_due' | 'refunded' }[]
  orders: readonly NewOrder[]
  orderChanges: readonly OrderChange[]
  ticketChanges: readonly TicketChange[]
}
