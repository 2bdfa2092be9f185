import type Stripe from 'stripe'
import type { EventRecord } from '../store/records.ts'
import { API_VERSION } from '../wire/api-version.ts'

export type EventType =
  | 'payment_intent.created'
  | 'payment_intent.succeeded'
  | 'payment_intent.payment_failed'
  | 'payment_intent.canceled'
  | 'payment_intent.requires_action'
  | 'payment_intent.processing'
  | 'charge.succeeded'
  | 'charge.pending'
  | 'charge.failed'
  | 'charge.refunded'
  | 'charge.refund.updated'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_withdrawn'
  | 'charge.dispute.updated'
  | 'charge.dispute.closed'
  | 'charge.dispute.funds_reinstated'
  | 'refund.created'
  | 'refund.updated'
  | 'refund.failed'
  | 'account.updated'
  | 'application_fee.created'
  | 'application_fee.refunded'
  | 'payout.created'
  | 'payout.paid'
  | 'payout.failed'

export type EventObject =
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Account
  | Stripe.ApplicationFee
  | Stripe.Payout

/** The wire form of an event; the object in it is the snapshot taken when it happened. */
export function presentEvent(event: EventRecord) {
  return {
    id: event.id,
    object: 'event' as const,
    ...(event.account === undefined ? {} : { account: event.account }),
    api_version: API_VERSION,
    created: event.created,
    data: { object: event.object },
    livemode: false,
    pending_webhooks: event.delivery === 'pending' ? 1 : 0,
    request: { id: event.requestId, idempotency_key: event.idempotencyKey },
    type: event.type,
  }
}
