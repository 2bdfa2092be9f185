import type { Address, Contact } from '@foyer/db'
import type {
  Discount,
  FeeSet,
  HoldState,
  OrderStatus,
  PaymentState,
  Quote,
  RefundKind,
  RefundState,
  SessionSale,
  TicketStatus,
} from '@foyer/domain'
import type { CouponState } from '../coupons/coupon-types.ts'

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

/** A number of tickets of one type in one session, or of an add-on that has a stock (stock/stock-items.ts). */
export interface StockLine {
  sessionId: string
  ticketTypeId: string
  quantity: number
}

export interface AddOnLine {
  addOnId: string
  name: string
  /** Its place among the add-ons of its event. */
  position: number
  quantity: number
  unitPriceMinor: number
}

/** An add-on as it is asked for. */
export interface WantedAddOn extends AddOnLine {
  /** Whether it has a stock of its own, which has to be locked. */
  hasStock: boolean
}

/** They come and go with the hold they were taken with. */
export interface HeldAddOn extends AddOnLine {
  cartId: string
  holdId: string
}

/** Who an order is for, as told before paying. */
export interface Customer {
  contact: Contact
  billingAddress: Address
}

/** What an operation has to see. What is not named here is neither locked nor read. */
export interface LaneNeeds {
  /** Sessions, and add-ons with a stock, that are locked; only there may an operation move anything. */
  sessionIds: readonly string[]
  /** Carts whose live holds are read, wherever they are. */
  cartIds?: readonly string[]
  /**
   * Carts to which no other batch adds anything meanwhile, in whatever sessions. The stock lock alone
   * does not keep two calls for an empty cart apart: they lock different sessions.
   */
  ownCartIds?: readonly string[]
  /** Orders of these carts, locked, with the holds that were sold in them. */
  orderIds?: readonly string[]
  requestKeys?: readonly string[]
  /** Locked, with the holds they are for. */
  paymentIds?: readonly string[]
  /** Carts about to be paid: their payment under way, locked, and the add-ons of their holds. */
  payableCartIds?: readonly string[]
  /** Coupon codes to claim a use of: locked, with their rules. */
  couponCodeIds?: readonly string[]
  /** Carts whose coupon changes: their claims, and the codes of these, locked. */
  couponCartIds?: readonly string[]
  /** Uses of coupons that an order is going to spend, and their codes, locked. */
  couponUseIds?: readonly string[]
}

/**
 * Not decided yet: the operation has to lock these places as well and is asked again. None: it is asked
 * again because its batch has ended only some of the lapsed holds ({@link Bounds.lapsedChunk}).
 */
export interface Widen {
  widenTo: readonly string[]
  /** Uses of coupons that it has to see as well. */
  couponUseIds?: readonly string[]
  /** Orders that it has to see as well. */
  orderIds?: readonly string[]
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
  /** Of the calls that made it last longer; null where none did. */
  moreTimeKeys: readonly string[] | null
  /**
   * The claim of a coupon that names this hold, as it was read with its cart. The claim itself, and
   * whether it still counts, is only known where its code is locked.
   */
  couponUseId: string | null
}

/** What a session offers, read in the batch's own transaction. */
export interface SessionOffer extends SessionSale {
  eventId: string
  startsAt: Date
  /** The day of the session at its venue. */
  localDate: string
  /** Of the event; lower-case ISO 4217. */
  currency: string
  types: ReadonlyMap<string, OfferedType>
}

export interface OfferedType {
  name: string
  /** Its rank among the types of its event. */
  position: number
  /** Not sold any more; what is held of it can still be paid. */
  isArchived: boolean
  /** Minor units; 0 is free. Null: a dynamic type whose price for this session is not set yet. */
  unitPriceMinor: number | null
  feeSet: FeeSet | null
  maxQuantity: number
}

/** `capacity` null: without limit. The pool of the place itself has the place's id as `poolId`. */
export interface StockPool {
  sessionId: string
  poolId: string
  capacity: number | null
  held: number
  sold: number
}

/** What has to be known of a payment before the provider is asked about it. */
export interface KnownPayment {
  id: string
  cartId: string
  quote: Quote
  /** Once it was paid and ticketed. */
  orderId: string | null
}

/** A payment, locked for the batch. */
export interface LanePayment {
  id: string
  cartId: string
  /** Null until the provider has answered. */
  intentId: string | null
  /** How often it was asked for an intent and kept its error: each try has a key of its own. */
  intentAttempts: number
  state: PaymentState
  amountMinor: number
  currency: string
  eventId: string
  holdIds: readonly string[]
  quote: Quote
  orderId: string | null
  customer: Customer | null
  /** Null until the provider says that it was charged. */
  capturedMinor: number | null
  refunds: LaneRefund[]
}

/** A refund of a payment, in whatever state. */
export interface LaneRefund {
  id: string
  kind: RefundKind
  amountMinor: number
  /** Service fees within the amount. */
  feeMinor: number
  withFees: boolean
  /** Tickets that ended with it. */
  ticketIds: readonly string[]
  requestKey: string
  state: RefundState
  providerRefundId: string | null
}

/** An order, locked for the batch, with all the tickets it ever had. */
export interface LaneOrder {
  id: string
  status: OrderStatus
  cartId: string
  email: string
  /** The quote it was bought with. */
  quote: Quote
  /** What its coupon gave, as it was frozen; none without a coupon. */
  discounts: readonly Discount[]
  tickets: readonly LaneTicket[]
  /** How long ago it was rescheduled, in seconds by the database's clock, newest first. */
  rescheduleAges: readonly number[]
}

export interface LaneTicket {
  readonly id: string
  readonly number: number
  readonly ticketTypeId: string
  readonly priceMinor: number
  sessionId: string
  status: TicketStatus
}

/** Everything a batch is decided from, read after the stock rows were locked. */
export interface BatchState {
  now: Date
  /** The places that were asked for; `pools` lacks those without stock rows. */
  sessionIds: readonly string[]
  /** Lapsed holds that were read of each session at most: where there are as many, there may be more. */
  lapsedOfEach: number
  offers: ReadonlyMap<string, SessionOffer>
  pools: readonly StockPool[]
  holds: readonly LaneHold[]
  payments: readonly LanePayment[]
  orders: readonly LaneOrder[]
  /** Of the holds of payable carts. */
  addOns: readonly HeldAddOn[]
  coupons: CouponState
}
