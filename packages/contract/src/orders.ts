import * as z from 'zod/mini'
import { OPENED_ORDER, OWN_CART } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  cartNumber,
  contact,
  email,
  givenConsents,
  instant,
  majorAmount,
  orderBillingAddress,
  text,
  uuid,
} from './fields.ts'
import { ORDER, PAY, RESEND } from './limits.ts'
import { orderSchema } from './order-view.ts'
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
  /** Absent if none is known: a free order has none, and a wallet may share only a part of one. */
  billingAddress: z.optional(orderBillingAddress),
  totalAmount: z.optional(majorAmount),
  subtotal: z.optional(majorAmount),
  fee_amount: z.optional(majorAmount),
  fee_details: anything,
  selectedDate: z.optional(z.nullable(calendarDate)),
  sessionId: z.optional(z.nullable(uuid)),
  paymentMethod: z.optional(text(40)),
  status: z.optional(text(40)),
  tickets: anything,
  /** Absent if it was sent when the payment was started. */
  consents: z.optional(givenConsents),
})

const purchaseSchema = z.object({
  orderId: uuid,
  summary: z.object({ totalTickets: z.int() }),
  purchases: z.array(
    z.object({
      id: uuid,
      orderId: uuid,
      /** The session that the order is for now. */
      sessionId: uuid,
      ticketTypeId: uuid,
      quantity: z.int(),
      purchaseTimestamp: instant,
    }),
  ),
})

export const orderParams = z.object({ orderId: uuid })
/** Credentials that open an order outside the browser that bought it. */
export const orderCredential = z.object({
  email: z.optional(email),
  /** The signed token of the link in the confirmation mail. */
  token: z.optional(text(200)),
})

/** The answer to a confirmation that is asked for again. */
export const resendAnswer = z.object({
  success: z.literal(true),
  /** Whether the mail server has accepted the mail; until then it is on its way. */
  isSent: z.boolean(),
  message: z.string(),
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
      'terms_not_accepted',
      'cart_not_found',
      'payment_not_found',
      'payment_not_succeeded',
      'payment_refunded',
      'hold_expired',
      'amount_mismatch',
      'quantity_below_minimum',
      'customer_limit_reached',
      'rule_blocked',
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
    output: resendAnswer,
    errors: ['order_not_found', 'order_link_ended', 'rate_limited'],
  }),
} as const
