import type {
  LedgerAccount,
  LedgerEntryKind,
  MailDataOf,
  OrderStatus,
  Quote,
  TicketStatus,
} from '@foyer/domain'
import type { CouponWrites } from '../coupons/coupon-types.ts'
import type {
  CartRef,
  Customer,
  HeldAddOn,
  LaneHold,
  LanePayment,
  LaneRefund,
} from './lane-types.ts'

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

/** Another capacity of a pool; null is without limit. */
export interface CapacityChange {
  sessionId: string
  poolId: string
  before: number | null
  capacity: number | null
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
  /** The day of that session. */
  localDate: string
  paymentId: string | null
  /** Under which the provider knows the payment. */
  intentId: string | null
  createdAt: Date
  customer: Customer
  quote: Quote
  items: readonly { id: string; ticketTypeId: string; quantity: number; unitPriceMinor: number }[]
  tickets: readonly NewTicket[]
  mailId: string
}

/** What became of a sale. */
export interface SoldOrder {
  orderId: string
  /** As it was just written; of an order that stood already only the id is known. */
  placed?: NewOrder
}

export interface OrderChange {
  id: string
  /** Null: as it was. */
  status: OrderStatus | null
  sessionId: string | null
  /** How often it is rescheduled by this batch. */
  reschedules: number
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

/** A posting of the money ledger. */
export interface LedgerRow {
  kind: LedgerEntryKind
  sourceId: string
  account: LedgerAccount
  currency: string
  amountMinor: number
}

export interface NewRefund extends LaneRefund {
  paymentId: string
  orderId: string | null
  currency: string
  reason: string | null
}

/** The mail that tells of a refund; there is one for each. */
export interface RefundMail {
  id: string
  recipient: string
  paymentId: string
  orderId: string | null
  data: MailDataOf['refund']
  onceKey: string
}

/** What a decided batch writes. */
export interface BatchWrites {
  inserts: readonly LaneHold[]
  /** Of holds that were held until now. */
  changes: readonly LaneHold[]
  /** Of holds that were not: sold after they had lapsed, refunded or moved. */
  endedChanges: readonly LaneHold[]
  /** Holds that were made to last longer. */
  extensions: readonly LaneHold[]
  ledger: readonly LedgerEntry[]
  deltas: readonly { sessionId: string; poolId: string; held: number; sold: number }[]
  capacities: readonly CapacityChange[]
  addOns: readonly HeldAddOn[]
  contacts: readonly ({ cartId: string } & Customer)[]
  newPayments: readonly LanePayment[]
  repricedPayments: readonly LanePayment[]
  intents: readonly { id: string; intentId: string }[]
  payments: readonly { id: string; state: 'completed' | 'refund_due'; capturedMinor: number }[]
  orders: readonly NewOrder[]
  orderChanges: readonly OrderChange[]
  ticketChanges: readonly TicketChange[]
  postings: readonly LedgerRow[]
  refunds: readonly NewRefund[]
  refundMails: readonly RefundMail[]
  coupons: CouponWrites
  /** Decided here, and made by hand at the provider. */
  adoptedRefunds: readonly { id: string; providerRefundId: string }[]
}
