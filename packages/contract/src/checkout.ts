import { MAIL_KINDS, MAIL_STATES, ORDER_STATUSES, TICKET_STATUSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER, OWN_CART, PUBLIC } from './access.ts'
import { quoteSchema } from './cart.ts'
import { endpoint } from './endpoint.ts'
import {
  billingAddress,
  calendarDate,
  cartNumber,
  contact,
  currency,
  email,
  instant,
  majorAmount,
  minorAmount,
  quantity,
  text,
  uuid,
} from './fields.ts'
import { ORDER, PAY, PAYMENT_STATUS, READ, RESEND } from './limits.ts'
import { VALIDATION_TEXTS } from './validation-texts.ts'

const anything = z.optional(z.unknown())

/** Fields of the storefront's order call; figures are compared with the hold's, never used. */
const orderBody = z.object({
  cartId: cartNumber,
  eventId: uuid,
  email,
  firstName: contact.shape.firstName,
  lastName: contact.shape.lastName,
  phone: contact.shape.phone,
  paymentIntentId: z.optional(z.nullable(text(255))),
  billingAddress: z.object({
    address1: billingAddress.shape.address,
    city: billingAddress.shape.city,
    state: billingAddress.shape.state,
    zipCode: billingAddress.shape.zipCode,
    country: billingAddress.shape.country,
  }),
  totalAmount: z.optional(majorAmount),
  subtotal: z.optional(majorAmount),
  fee_amount: z.optional(majorAmount),
  fee_details: anything,
  selectedDate: z.optional(z.nullable(calendarDate)),
  sessionId: z.optional(z.nullable(uuid)),
  paymentMethod: z.optional(text(40)),
  status: z.optional(text(40)),
  tickets: anything,
})

export const orderSchema = z.object({
  order: z.object({
    id: uuid,
    orderNumber: z.string(),
    cartId: z.string(),
    status: z.enum(ORDER_STATUSES),
    /** Masked (a***@example.com) where a link alone opened the order. */
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Null where a link alone opened the order. */
    phone: z.nullable(z.string()),
    /** Null where a link alone opened the order, and for a free order, which keeps none. */
    billingAddress: z.nullable(
      z.object({
        address: z.string(),
        city: z.string(),
        state: z.string(),
        zipCode: z.string(),
        country: z.string(),
      }),
    ),
    eventId: uuid,
    sessionId: uuid,
    selectedDate: calendarDate,
    /** Major units, as the calls define them; the exact figures stand in `quote`. */
    totalAmount: z.number(),
    subtotal: z.number(),
    feeAmount: z.number(),
    fee_amount: z.number(),
    currency,
    ticketCount: z.int(),
    /** The code of the coupon it was bought with. */
    promoCode: z.nullable(z.string()),
    paymentId: z.nullable(z.string()),
    quote: quoteSchema,
    createdAt: instant,
  }),
  session: z.object({ startTime: instant, endTime: instant, displayName: z.string() }),
  event: z.object({
    id: uuid,
    name: z.string(),
    imageUrl: z.string(),
    isTimedEntry: z.boolean(),
    venueName: z.string(),
    venueAddress: z.string(),
    location: z.string(),
    timeZone: z.string(),
  }),
  tickets: z.array(
    z.object({
      id: uuid,
      number: z.int(),
      ticketTypeId: uuid,
      /** When it opens the door: the tickets of one order may be for several dates. */
      session: z.object({ id: uuid, startTime: instant, endTime: instant, date: calendarDate }),
      typeName: z.string(),
      price: z.number(),
      status: z.enum(TICKET_STATUSES),
      isCancelled: z.boolean(),
      /** Whether the ticket has admitted somebody, and when; nothing marks tickets yet. */
      isRedeemed: z.boolean(),
      redeemedAt: z.nullable(instant),
      /** Short enough to read out at the door. */
      validationCode: z.string(),
      /** What the QR code holds. */
      qrCode: z.string(),
    }),
  ),
  /** What was given back, or is on its way; oldest first. */
  refunds: z.array(
    z.object({
      /** What the buyer may quote. */
      reference: z.string(),
      amountMinor: minorAmount,
      currency,
      /** Pending: on its way. Failed: it came back, and somebody looks after it. */
      state: z.enum(['pending', 'succeeded', 'failed']),
      at: instant,
    }),
  ),
  /** The newest mail about the order, and where it is. */
  mail: z.nullable(
    z.object({
      kind: z.enum(MAIL_KINDS),
      status: z.enum(MAIL_STATES),
      /** Masked like the order's own address. */
      to: z.string(),
      at: instant,
      /** Why it did not arrive, in words; null while it still may. */
      problem: z.nullable(z.string()),
    }),
  ),
})
export type OrderView = z.output<typeof orderSchema>

const purchaseSchema = z.object({
  orderId: uuid,
  summary: z.object({ totalTickets: z.int() }),
  purchases: z.array(z.object({ id: uuid, ticketTypeId: uuid, quantity: z.int() })),
})

/** Money on its way back, or there. */
const givenBack = {
  /** What the buyer may quote. */
  reference: z.string(),
  amountMinor: minorAmount,
  currency,
}

const paymentStatusSchema = z.discriminatedUnion('state', [
  /** Not decided yet: ask again. */
  z.object({ state: z.literal('processing') }),
  z.object({ state: z.literal('ticketed'), orderId: uuid }),
  /** It was paid, but the places were gone. */
  z.object({ state: z.literal('refund_pending'), ...givenBack }),
  z.object({ state: z.literal('refunded'), ...givenBack }),
  /** The buyer's bank sent it back, and somebody looks after it. */
  z.object({ state: z.literal('refund_failed'), ...givenBack }),
  /** Nothing was charged; with `mayRetry` another card may be tried on the same payment. */
  z.object({ state: z.literal('failed'), reason: z.string(), mayRetry: z.boolean() }),
])
export type PaymentStatus = z.output<typeof paymentStatusSchema>

export const orderParams = z.object({ orderId: uuid })
/** Ways to open an order from outside the browser that bought it. */
export const orderCredential = z.object({
  email: z.optional(email),
  /** The signed token of the link in the confirmation mail. */
  token: z.optional(text(200)),
})

export const checkout = {
  getPaymentConfig: endpoint({
    method: 'GET',
    path: '/api/stripe/config',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'What the browser needs to reach the payment provider',
    output: z.object({
      publishableKey: z.string(),
      /** Only with the emulator: the base under which its API answers. */
      apiBase: z.optional(z.string()),
      /** Only with the emulator: where its Stripe.js stand-in is served. */
      scriptUrl: z.optional(z.string()),
    }),
    errors: [],
  }),
  createPaymentIntent: endpoint({
    method: 'POST',
    path: '/api/create-payment-intent',
    access: OWN_CART,
    admission: 'finish',
    limits: PAY,
    summary: "A payment intent over exactly the cart's quote; the same one while the quote stands",
    body: z.object({
      /** Major units; must equal the quote's total. */
      amount: z.number(),
      currency: z._default(currency, 'usd'),
      metadata: z.object({ cartId: cartNumber, eventId: z.optional(uuid) }),
      // Checked where a client sends them, and not used: the hold says what is paid for.
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
      amount: z.number(),
      currency,
    }),
    errors: [
      'cart_not_found',
      'hold_expired',
      'amount_mismatch',
      'amount_not_positive',
      'amount_too_low',
      'amount_too_high',
      'currency_mismatch',
      'provider_unavailable',
      'busy',
    ],
  }),
  getPayment: endpoint({
    method: 'GET',
    path: '/api/checkout/payments/:paymentIntentId',
    access: { kind: 'browser', withoutCookie: { refuse: 'payment_not_found' } },
    admission: 'finish',
    limits: PAYMENT_STATUS,
    summary: 'What became of a payment, for the browser that made it; asked until it is settled',
    params: z.object({ paymentIntentId: text(255) }),
    output: paymentStatusSchema,
    errors: ['payment_not_found'],
  }),
  createOrder: endpoint({
    method: 'POST',
    path: '/api/checkout/orders',
    access: OWN_CART,
    admission: 'finish',
    limits: PAY,
    summary: 'Turns a paid cart into an order; whether it is paid is asked of the provider alone',
    body: orderBody,
    output: z.object({ id: uuid, orderId: uuid, order: orderSchema.shape.order }),
    status: 201,
    errors: [
      'cart_not_found',
      'payment_not_found',
      'payment_not_succeeded',
      'payment_refunded',
      'hold_expired',
      'amount_mismatch',
      'provider_unavailable',
      'order_not_found',
      'busy',
    ],
  }),
  completePurchase: endpoint({
    method: 'POST',
    path: '/api/checkout/purchases',
    access: { kind: 'browser', withoutCookie: { refuse: 'order_not_found' } },
    admission: 'finish',
    limits: PAY,
    summary: 'Confirms that the order of a cart has its tickets',
    body: z.object({ cartId: cartNumber, orderId: uuid }),
    output: purchaseSchema,
    errors: ['order_not_found'],
  }),
  getPurchase: endpoint({
    method: 'GET',
    path: '/api/checkout/purchases/:orderId',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'What an order holds, for verification',
    params: orderParams,
    query: orderCredential,
    output: purchaseSchema,
    errors: ['order_not_found', 'order_link_ended'],
  }),
  getOrder: endpoint({
    method: 'GET',
    path: '/api/orders/:orderId',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'An order with its session, event and tickets',
    params: orderParams,
    query: orderCredential,
    output: orderSchema,
    errors: ['order_not_found', 'order_link_ended'],
  }),
  sendConfirmation: endpoint({
    method: 'POST',
    path: '/api/send-confirmation-email',
    access: {
      kind: 'order',
      orderId: 'body.orderId',
      email: 'body.email',
      token: 'body.token',
    },
    admission: 'finish',
    limits: RESEND,
    summary: 'Sends the confirmation again, to the address of the order',
    body: z
      .object({
        orderId: uuid,
        /** One of the two: a page that a link alone opened does not know the address. */
        email: z.optional(email),
        token: orderCredential.shape.token,
        customerName: z.optional(z.nullable(text(200, 0))),
        cartData: anything,
        purchaseResult: anything,
      })
      .check(
        z.refine((body) => (body.email ?? body.token) !== undefined, {
          error: VALIDATION_TEXTS.required,
          path: ['email'],
        }),
      ),
    output: z.object({ success: z.literal(true), message: z.string() }),
    errors: ['order_not_found', 'order_link_ended', 'rate_limited'],
  }),
} as const

export { contact as contactSchema, minorAmount as minorAmountSchema }
