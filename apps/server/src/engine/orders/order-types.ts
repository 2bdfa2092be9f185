import type { Discount, OrderStatus, Quote, TicketStatus } from '@foyer/domain'
import type { CartRef, Customer } from '../carts/cart-types.ts'

/** An order, locked for the batch, with all tickets that it ever had. */
export interface LaneOrder {
  id: string
  status: OrderStatus
  cartId: string
  email: string
  /** The quote that it was bought with. */
  quote: Quote
  /** The discounts of its coupon, frozen; empty without a coupon. */
  discounts: readonly Discount[]
  tickets: readonly LaneTicket[]
  /** The age of each reschedule, in seconds by the database's clock, newest first. */
  rescheduleAges: readonly number[]
}

export interface LaneTicket {
  readonly id: string
  readonly number: number
  readonly ticketTypeId: string
  readonly priceMinor: number
  sessionId: string
  status: TicketStatus
  /** It was used at the door. */
  readonly isRedeemed: boolean
}

interface NewTicket {
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
  /** The day of that session in its venue's zone. */
  localDate: string
  paymentId: string | null
  /** The provider's id of the payment. */
  intentId: string | null
  createdAt: Date
  customer: Customer
  quote: Quote
  items: readonly { id: string; ticketTypeId: string; quantity: number; unitPriceMinor: number }[]
  tickets: readonly NewTicket[]
  mailId: string
}

/** The result of a sale. */
export interface SoldOrder {
  orderId: string
  /** Set only when this call created the order. */
  placed?: NewOrder
}

export interface OrderChange {
  id: string
  /** Null: unchanged. */
  status: OrderStatus | null
  sessionId: string | null
  /** How many times this batch reschedules it. */
  reschedules: number
  /** The id of a new confirmation mail; null if none is due. */
  mailId: string | null
}

export interface TicketChange {
  id: string
  status: TicketStatus
  /** Null: unchanged. */
  sessionId: string | null
  /** A new code makes the old one invalid. Null: unchanged. */
  validationCode: string | null
}
