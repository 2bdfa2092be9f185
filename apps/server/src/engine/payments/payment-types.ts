import type { PaymentState, Quote } from '@foyer/domain'
import type { Customer, HeldAddOn } from '../carts/cart-types.ts'
import type { LaneRefund } from '../money/money-types.ts'

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
  /** How often it was asked for an intent and kept its error: each try has its own key. */
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
  /** Add-ons of the holds of payable carts: a payment is over them as well. */
  addOns: readonly HeldAddOn[]
}
