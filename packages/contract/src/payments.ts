import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  cartNumber,
  currency,
  email,
  minorAmount,
  quantity,
  text,
  ticketIds,
  uuid,
} from './fields.ts'
import { PAY_INTENT, PAYMENT_STATUS, READ } from './limits.ts'
import { CHANGE_ERRORS } from './order-changes.ts'

/** A refund that is in progress or done. */
const givenBack = {
  /** The reference that a buyer may quote to support. */
  reference: z.string(),
  amountMinor: minorAmount,
  currency,
  /** The organizer called the session off before the payment arrived; else its tickets were gone. */
  isCalledOff: z.boolean(),
  /** The customer has as many tickets as one customer may have. */
  isOverLimit: z.boolean(),
  /** A checkout rule does not sell this to the e-mail address of the order; absent otherwise. */
  isNotAllowed: z.optional(z.boolean()),
}

const paymentStatusSchema = z.discriminatedUnion('state', [
  /** Not decided yet; the client polls again. */
  z.object({ state: z.literal('processing') }),
  z.object({ state: z.literal('ticketed'), orderId: uuid }),
  /** The payment succeeded, but the tickets were no longer available; it is being refunded. */
  z.object({ state: z.literal('refund_pending'), ...givenBack }),
  z.object({ state: z.literal('refunded'), ...givenBack }),
  /** The buyer's bank returned the refund, and support has to handle it. */
  z.object({ state: z.literal('refund_failed'), ...givenBack }),
  /** Nothing was charged. With `mayRetry`, another card may be tried on the same payment. */
  z.object({ state: z.literal('failed'), reason: z.string(), mayRetry: z.boolean() }),
])
export type PaymentStatus = z.output<typeof paymentStatusSchema>

export const payments = {
  getPaymentConfig: endpoint({
    method: 'GET',
    path: '/api/stripe/config',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'What the browser needs to reach the payment provider',
    output: z.object({
      publishableKey: z.string(),
      /** Set with the emulator only: the base URL of its API. */
      apiBase: z.optional(z.string()),
      /** Set with the emulator only: the URL of its substitute for Stripe.js. */
      scriptUrl: z.optional(z.string()),
    }),
    errors: [],
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    access: { kind: 'payer', orderId: 'body.metadata.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: PAY_INTENT,
    summary:
      "A payment intent over exactly a cart's quote, or over what is due for a change of an order; the same one while that amount stays",
    body: z.object({
      /** In major units; must equal the quote's total, or what is due. */
      amount: z.number(),
      currency: z._default(currency, 'usd'),
      /** What is paid for; without a type it is a cart. */
      metadata: z.discriminatedUnion('type', [
        z.object({
          type: z.optional(z.literal('purchase')),
          cartId: cartNumber,
          eventId: z.optional(uuid),
        }),
        z.object({
          type: z.literal('reschedule'),
          orderId: uuid,
          /** The new session. */
          sessionId: uuid,
          ticketIds: z.optional(ticketIds),
        }),
        z.object({
          type: z.literal('upgrade'),
          orderId: uuid,
          newTicketTypeId: uuid,
          ticketIds,
        }),
      ]),
      /** Opens the order in a browser that did not buy it. */
      customerEmail: z.optional(email),
      // Validated because clients send it, but not used: the hold determines what is paid for.
      billingEmail: z.optional(z.nullable(email)),
      quantity: z.optional(quantity),
      ticketQuantities: z.optional(z.nullable(z.record(z.string(), z.int().check(z.gte(0))))),
      sessionId: z.optional(z.nullable(uuid)),
      promoCode: z.optional(z.nullable(text(200, 0))),
      ticketTypeId: z.optional(z.nullable(z.union([uuid, z.literal('')]))),
    }),
    output: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      /** The organizer's account that it is paid on; absent: the platform's own. */
      accountId: z.optional(z.string()),
      amount: z.number(),
      currency,
    }),
    errors: [
      ...CHANGE_ERRORS,
      'nothing_to_pay',
      'payments_not_ready',
      'cart_not_found',
      'hold_expired',
      'quantity_below_minimum',
      'amount_mismatch',
      'amount_not_positive',
      'amount_too_low',
      'amount_too_high',
      'currency_mismatch',
    ],
  }),
  getPayment: endpoint({
    method: 'GET',
    path: '/api/checkout/payments/:paymentIntentId',
    access: { kind: 'browser', withoutCookie: { refuse: 'payment_not_found' } },
    admission: 'finish',
    limits: PAYMENT_STATUS,
    summary:
      'The outcome of a payment, for the browser that made it, which asks until it is settled',
    params: z.object({ paymentIntentId: text(255) }),
    output: paymentStatusSchema,
    errors: ['payment_not_found'],
  }),
} as const
