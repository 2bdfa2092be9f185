import { MAIL_KINDS, MAIL_STATES, ORDER_STATUSES, TICKET_STATUSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER, OWN_CART } from './access.ts'
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
  text,
  uuid,
} from './fields.ts'
import { ORDER, PAY, RESEND } from './limits.ts'
import { quoteSchema } from './quotes.ts'
import { VALIDATION_TEXTS } from './validation-texts.ts'

const anything = z.optional(z.unknown())

/**
 * The fields of the specification's order call. Amounts are compared with the hold's and never
 * used.
 */
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
    /** Masked (a***@example.com) if only a link opened the order. */
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    /** Null if only a link opened the order. */
    phone: z.nullable(z.string()),
    /** Null if only a link opened the order, and for a free order, which has none. */
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
    /** In major units, as the specification defines it; `quote` has the exact amounts. */
    totalAmount: z.number(),
    subtotal: z.number(),
    feeAmount: z.number(),
    fee_amount: z.number(),
    currency,
    ticketCount: z.int(),
    /** The code of the coupon that the order was bought with. */
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
      /** The session that the ticket admits to: tickets of one order may be for several dates. */
      session: z.object({ id: uuid, startTime: instant, endTime: instant, date: calendarDate }),
      typeName: z.string(),
      price: z.number(),
      status: z.enum(TICKET_STATUSES),
      isCancelled: z.boolean(),
      /** Whether and when the ticket was redeemed; nothing redeems tickets yet. */
      isRedeemed: z.boolean(),
      redeemedAt: z.nullable(instant),
      /** Short enough to be read out at the door. */
      validationCode: z.string(),
      /** The content of the QR code. */
      qrCode: z.string(),
    }),
  ),
  /** What was paid for the order, what was refunded or is being refunded, and what is left. */
  balance: z.object({ paidMinor: minorAmount, refundedMinor: minorAmount, leftMinor: minorAmount }),
  /** Refunds, oldest first. */
  refunds: z.array(
    z.object({
      /** The reference that a buyer may quote to support. */
      reference: z.string(),
      amountMinor: minorAmount,
      currency,
      /** 'pending': on its way. 'failed': the bank returned it, and support has to handle it. */
      state: z.enum(['pending', 'succeeded', 'failed']),
      at: instant,
    }),
  ),
  /** The newest mail about the order, and its delivery state. */
  mail: z.nullable(
    z.object({
      kind: z.enum(MAIL_KINDS),
      status: z.enum(MAIL_STATES),
      /** Masked in the same cases as the order's own address. */
      to: z.string(),
      at: instant,
      /** Why it was not delivered, as text; null while delivery is still possible. */
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

export const orderParams = z.object({ orderId: uuid })
/** Credentials that open an order outside the browser that bought it. */
export const orderCredential = z.object({
  email: z.optional(email),
  /** The signed token of the link in the confirmation mail. */
  token: z.optional(text(200)),
})

export const orders = {
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
        /**
         * Either this or `token`: a page that was opened by a link alone does not know the address.
         */
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
