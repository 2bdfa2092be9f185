/** States of the things that live, as lists that database checks, server and screens share. */

export const CART_STATES = ['open', 'completed', 'abandoned'] as const
export type CartState = (typeof CART_STATES)[number]

export const HOLD_STATES = ['held', 'released', 'expired', 'sold', 'refunded', 'moved'] as const
export type HoldState = (typeof HOLD_STATES)[number]

/**
 * A payment's way: created (recorded before the provider is asked) -> open (an intent exists) ->
 * completed (captured, and it became an order), or -> refund_due -> refunded (captured, but a place
 * was gone), or -> canceled (never captured).
 */
export const PAYMENT_STATES = [
  'created',
  'open',
  'completed',
  'refund_due',
  'refunded',
  'canceled',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** What a refund is for; unplaced: it was captured, but a place was gone. */
export const REFUND_KINDS = ['whole', 'tickets', 'amount', 'unplaced'] as const
export type RefundKind = (typeof REFUND_KINDS)[number]

/**
 * A refund's way: queued (decided) -> pending (the provider has it) -> succeeded, or -> failed
 * (given up: somebody has to act). One that the buyer's bank sends back is queued again.
 */
export const REFUND_STATES = ['queued', 'pending', 'succeeded', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]

/** A use of a coupon code: taken with a cart, then spent by its order or given back. */
export const COUPON_USE_STATES = ['claimed', 'spent', 'returned'] as const
export type CouponUseState = (typeof COUPON_USE_STATES)[number]

/** What the entries of the money ledger are about. */
export const LEDGER_ENTRY_KINDS = [
  'charge',
  'provider_fee',
  'refund',
  'refund_returned',
  'dispute_opened',
  'dispute_won',
  'dispute_lost',
] as const
export type LedgerEntryKind = (typeof LEDGER_ENTRY_KINDS)[number]

export const ORDER_STATUSES = ['PAID', 'REFUNDED', 'CANCELLED'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export const TICKET_STATUSES = ['VALID', 'CANCELLED'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]

export const EVENT_CATEGORIES = [
  'music',
  'sports',
  'conference',
  'festival',
  'theater',
  'exhibition',
  'concert',
  'other',
] as const
export type EventCategory = (typeof EVENT_CATEGORIES)[number]

/** 'other' is shown as the neutral label 'Event'. */
export const categoryLabel = (category: EventCategory): string =>
  category === 'other' ? 'Event' : category.charAt(0).toUpperCase() + category.slice(1)
