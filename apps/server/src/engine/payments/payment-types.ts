import type { PaymentState, PlatformFee, Quote } from '@foyer/domain'
import type { Customer, HeldAddOn } from '../carts/cart-types.ts'
import type { LaneRefund } from '../money/money-types.ts'

/** The organizer's account that a payment is made on, with the fee as the payment has frozen it. */
export interface PaymentAccount {
  id: string
  fee: PlatformFee
}

/** The account that an organizer has connected now. */
export interface CurrentAccount extends PaymentAccount {
  chargesEnabled: boolean
}

/** What the server must know about a payment before it asks the provider. */
export interface KnownPayment {
  id: string
  cartId: string
  /** The organizer's account that it was made on; null: the platform's own. */
  accountId: string | null
  quote: Quote
  /** Null until it has become an order. */
  orderId: string | null
}

/** A payment, locked for the batch. */
export interface LanePayment {
  id: string
  cartId: string
  /** The order that it pays a change of; null for a purchase. Its cart is the change. */
  changeOfOrderId: string | null
  /** Null: the platform's own. */
  account: PaymentAccount | null
  /** Null until the provider has answered. */
  intentId: string | null
  /** How many requests for an intent failed for good; each try has a key of its own. */
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

export interface ReadPayments {
  rows: readonly LanePayment[]
  /** Add-ons of the holds of payable carts; the payment includes them. */
  addOns: readonly HeldAddOn[]
  /** The organizer's account, if an operation asked for it; null without one. */
  account: CurrentAccount | null
}
