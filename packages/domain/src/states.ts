/**
 * States that server and screens share, as lists if code iterates over them. Constraints of the
 * database have the same names.
 */

export type HoldState = 'held' | 'released' | 'expired' | 'sold' | 'refunded' | 'exchanged'

/**
 * The states of a payment: created (recorded before the provider is asked) -> open (an intent
 * exists) -> completed (captured, and became an order), or -> refund_due -> refunded (captured, but
 * a ticket was gone), or -> canceled (never captured).
 */
export type PaymentState = 'created' | 'open' | 'completed' | 'refund_due' | 'refunded' | 'canceled'

/** What a refund is for; `unplaced`: the payment was captured, but a ticket was gone; `difference`:
 * a change made the order cheaper. */
export type RefundKind = 'whole' | 'tickets' | 'amount' | 'difference' | 'unplaced'

/**
 * The states of a refund: queued (decided) -> pending (the provider has it) -> succeeded, or ->
 * failed (given up: a person must act). A refund that the buyer's bank returns is queued again.
 */
export type RefundState = 'queued' | 'pending' | 'succeeded' | 'failed'

/** A use of a coupon code: claimed by a cart, then spent by its order or returned. */
export type CouponUseState = 'claimed' | 'spent' | 'returned'

/** The events that entries of the money ledger are about. */
export type LedgerEntryKind =
  | 'charge'
  | 'provider_fee'
  | 'refund'
  | 'refund_returned'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'platform_fee'
  | 'platform_fee_returned'

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
