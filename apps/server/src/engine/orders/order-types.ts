import type {
  AppliedRule,
  ChangedTicket,
  ChangePolicy,
  Charges,
  Discount,
  FrozenAmounts,
  GiftReason,
  OrderChangeKind,
  OrderStatus,
  Quote,
  TicketStatus,
} from '@foyer/domain'
import type { CartRef, Customer } from '../carts/cart-types.ts'

/** An order, locked for the batch, with all that it ever had. */
export interface LaneOrder {
  id: string
  status: OrderStatus
  cart: CartRef
  eventId: string
  email: string
  /** Its receipt as it is now. */
  quote: Quote
  /** What its coupon gave, as it was frozen; none without a coupon. */
  discounts: readonly Discount[]
  /** The rules that it was bought with, if its coupon's is not the only one; null without. */
  rules: readonly AppliedRule[] | null
  tickets: LaneTicket[]
  /** The starts of the sessions of its replaced tickets, by the session's id. */
  startsOfReplaced: Readonly<Record<string, string>>
  addOns: LaneAddOn[]
  /** The payments that were captured for it, newest first. */
  chargeIds: string[]
  /** Whether a bank takes one of the charges back, or has done so. */
  isDisputed: boolean
  /** Whether the team gave its tickets away. */
  isGift: boolean
  /** Its changes in order: those that are done, and the one that waits for its payment. */
  changes: LaneChange[]
  /** What its buyer may change. */
  policy: ChangePolicy
}

export interface LaneTicket extends FrozenAmounts {
  readonly id: string
  readonly number: number
  /** How many tickets had this number before. */
  readonly revision: number
  readonly sessionId: string
  readonly ticketTypeId: string
  readonly typeName: string
  /** Whether it was used at the door. */
  readonly isRedeemed: boolean
  status: TicketStatus
  /** The ticket that took its place. */
  replacedBy: string | null
}

/** An add-on of an order, with its quantity. */
interface LaneAddOn {
  readonly id: string
  readonly addOnId: string
  readonly name: string
  readonly quantity: number
  /** Of one unit. */
  readonly priceMinor: number
  /** Of all its units. */
  readonly feeMinor: number
  /** Taxes and absorbed fee of all its units; null without. */
  readonly charges: Charges | null
  status: TicketStatus
}

/** A row of order_changes. */
export interface LaneChange {
  readonly id: string
  readonly orderId: string
  readonly kind: OrderChangeKind
  state: 'open' | 'done' | 'ended'
  /** Its position in the history of the order; null until it is done. */
  sequence: number | null
  /** The receipt of the order after it. */
  receipt: Quote
  tickets: readonly ChangedTicket[]
  /** The refunds that were decided with it. */
  refundIds: readonly string[]
  dueMinor: number
  refundMinor: number
  creditMinor: number
  keptMinor: number
  changeFeeMinor: number
  reason: string | null
  madeBy: 'buyer' | 'organizer' | 'provider'
  /**
   * Of one that waits for its payment: whether a bank has begun to take a charge of the order back since.
   * Absent in one that was not read.
   */
  isDisputedSince?: boolean
  /** How long ago it was done, in seconds by the database's clock; null until then. */
  ageSeconds: number | null
  /** The payment that may still be captured for it; null if there is none. */
  paymentId: string | null
}

export interface NewTicket extends FrozenAmounts {
  id: string
  sessionId: string
  ticketTypeId: string
  number: number
  revision: number
  typeName: string
  validationCode: string
  /** How many people it admits. */
  places: number
}

export interface NewOrder {
  id: string
  cart: CartRef
  eventId: string
  sessionId: string
  /** The day of that session. */
  localDate: string
  /** The provider's id of the payment; null for a free order. */
  intentId: string | null
  createdAt: Date
  customer: Customer
  quote: Quote
  items: readonly { id: string; ticketTypeId: string; quantity: number; unitPriceMinor: number }[]
  tickets: readonly NewTicket[]
  addOns: readonly Omit<LaneAddOn, 'status'>[]
  mailId: string
  /** Set if the team gave the tickets away. */
  gift?: Gift
}

/** Who of the team gave tickets away, and why. */
export interface Gift {
  personId: string
  reason: GiftReason
  note: string
}

/** The result of a sale. */
export interface SoldOrder {
  orderId: string
  /** Set only when this call created the order. */
  placed?: NewOrder
}

/** A change of an order's row. */
export interface OrderUpdate {
  id: string
  /** Null: unchanged. */
  status: OrderStatus | null
  sessionId: string | null
}
