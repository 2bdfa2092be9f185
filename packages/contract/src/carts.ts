import * as z from 'zod/mini'
import { NEW_BROWSER, OWN_CART, PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import {
  accessToken,
  addOnLines,
  billingAddress,
  calendarDate,
  cartLines,
  cartNumber,
  contact,
  currency,
  givenConsents,
  instant,
  isDistinct,
  minorAmount,
  quantity,
  text,
  uuid,
} from './fields.ts'
import { CART, HOLD, PAY, PREVIEW } from './limits.ts'
import { previewSchema, pricedSchema, quoteSchema } from './quotes.ts'

/** A hold, as the response of the line-by-line call. */
export const holdSchema = z.object({
  id: uuid,
  cartId: z.string(),
  sessionId: uuid,
  ticketTypeId: uuid,
  quantity: z.int(),
  customerIdentifier: z.nullable(z.string()),
  createdAt: instant,
  expiresAt: instant,
})
export type HoldView = z.output<typeof holdSchema>

export const cartSchema = z.object({
  cartId: z.string(),
  eventId: uuid,
  eventName: z.string(),
  imageUrl: z.string(),
  /** Begins with the room, if all its sessions are in one: 'Great Hall, The Kelp Hall'. */
  venueName: z.string(),
  venueLocation: z.string(),
  /** An ISO 3166-1 code; a buyer's own country is probably the same one. */
  venueCountry: z.string(),
  timeZone: z.string(),
  sessionId: uuid,
  sessionName: z.string(),
  sessionStartsAt: instant,
  selectedDate: calendarDate,
  /**
   * Every session in which the cart holds tickets, earliest first; `sessionId` is the first of
   * them.
   */
  sessions: z.array(
    z.object({ sessionId: uuid, name: z.string(), startsAt: instant, date: calendarDate }),
  ),
  isTimedEntry: z.boolean(),
  quote: quoteSchema,
  expiresAt: instant,
  /**
   * The server's clock when it responded, so that a countdown does not depend on the device's
   * clock.
   */
  serverTime: instant,
  /** The minutes that a call for more time would add now; null if none can be added. */
  moreTimeMinutes: z.nullable(z.int()),
  /** Set once the cart has become an order. */
  orderId: z.nullable(uuid),
})
export type CartView = z.output<typeof cartSchema>

const cartParams = z.object({ cartId: cartNumber })

/** Quotes, holds and carts. */
export const carts = {
  previewQuote: endpoint({
    method: 'POST',
    path: '/api/quote',
    access: PUBLIC,
    admission: 'read',
    limits: PREVIEW,
    summary: 'Prices a selection without holding it; without a session, at the lowest of the day',
    body: previewSchema,
    output: pricedSchema,
    errors: [
      'event_not_found',
      'session_not_found',
      'ticket_type_not_found',
      'add_on_not_found',
      'access_code_not_valid',
      'sales_closed',
      'sales_paused',
      'sales_not_started',
      'price_not_ready',
      'quantity_above_maximum',
      'quantity_below_minimum',
      'quantity_not_in_steps',

      'cart_full',
      'amount_too_high',
      'coupon_not_found',
      'coupon_not_active',
      'coupon_used_up',
      'coupon_not_applicable',
      'rule_blocked',
    ],
  }),
  holdCart: endpoint({
    method: 'POST',
    path: '/api/checkout/carts/:cartId/hold',
    access: NEW_BROWSER,
    admission: 'sale',
    limits: HOLD,
    summary: 'Holds a whole cart: all lines or none. Replaces what the cart held before',
    params: cartParams,
    body: z
      .object({
        eventId: uuid,
        sessionId: uuid,
        tickets: cartLines,
        addOns: z._default(addOnLines, []),
        access: accessToken,
      })
      .check(
        z.refine(
          ({ sessionId, tickets }) =>
            isDistinct(
              tickets.map((line) => `${line.sessionId ?? sessionId} ${line.ticketTypeId}`),
            ),
          {
            error: 'Each ticket type may stand in one line of a session only',
            path: ['tickets'],
          },
        ),
      ),
    output: cartSchema,
    status: 201,
    errors: [
      'session_not_found',
      'ticket_type_not_found',
      'add_on_not_found',
      'sales_closed',
      'sales_paused',
      'sales_not_started',
      'price_not_ready',
      'quantity_above_maximum',
      'quantity_below_minimum',
      'quantity_not_in_steps',
      'access_code_not_valid',
      'access_code_used_up',
      'amount_too_high',
      'rule_blocked',
      'payments_not_ready',
      'too_many_held',
      'sold_out',
      'idempotency_conflict',
      'cart_not_found',
      'hold_expired',
      'busy',
    ],
  }),
  getCart: endpoint({
    method: 'GET',
    path: '/api/checkout/carts/:cartId',
    access: OWN_CART,
    admission: 'read',
    limits: CART,
    summary: 'The cart with its frozen quote and the end of its hold',
    params: cartParams,
    output: cartSchema,
    errors: ['cart_not_found', 'hold_expired'],
  }),
  addMoreTime: endpoint({
    method: 'POST',
    path: '/api/checkout/carts/:cartId/more-time',
    access: OWN_CART,
    admission: 'finish',
    limits: CART,
    summary:
      'Lets a hold that still counts last longer, up to a total. A repeated call adds once under the same Idempotency-Key; a cart that was bought meanwhile answers its order',
    params: cartParams,
    output: cartSchema,
    errors: ['cart_not_found', 'hold_expired', 'more_time_used', 'busy'],
  }),
  startPayment: endpoint({
    method: 'POST',
    path: '/api/checkout/carts/:cartId/payment',
    access: OWN_CART,
    admission: 'finish',
    limits: PAY,
    summary:
      'Called as the buyer presses pay: keeps the contact with the cart and lets the hold outlive its end once, for the confirmation under way',
    params: cartParams,
    body: z.object({
      contact,
      /** Absent if none is known, as in a free cart. */
      billingAddress: z.optional(billingAddress),
      consents: z.optional(givenConsents),
    }),
    output: z.object({ expiresAt: instant, totalMinor: minorAmount, currency }),
    errors: [
      'cart_not_found',
      'hold_expired',
      'terms_not_accepted',
      'quantity_below_minimum',
      'customer_limit_reached',
      'rule_blocked',
      'busy',
    ],
  }),
  createHold: endpoint({
    method: 'POST',
    path: '/api/checkout/holds',
    access: NEW_BROWSER,
    admission: 'sale',
    limits: HOLD,
    summary: 'Holds one line: a number of one ticket type of one session',
    body: z.object({
      cartId: cartNumber,
      sessionId: uuid,
      ticketTypeId: uuid,
      quantity,
      customerIdentifier: z.optional(z.nullable(text(254, 0))),
      access: accessToken,
    }),
    output: holdSchema,
    status: 201,
    errors: [
      'session_not_found',
      'ticket_type_not_found',
      'sales_closed',
      'sales_paused',
      'sales_not_started',
      'price_not_ready',
      'quantity_above_maximum',
      'quantity_below_minimum',
      'quantity_not_in_steps',
      'access_code_not_valid',
      'access_code_used_up',
      'amount_too_high',
      'rule_blocked',
      'payments_not_ready',
      'other_event_in_cart',
      'cart_full',
      'too_many_held',
      'sold_out',
      'hold_exists',
      'hold_expired',
      'idempotency_conflict',
      'busy',
    ],
  }),
  releaseCart: endpoint({
    method: 'DELETE',
    path: '/api/checkout/holds/cart/:cartId',
    access: {
      kind: 'browser',
      withoutCookie: { answer: { success: true, releasedHolds: 0 } },
    },
    admission: 'finish',
    limits: CART,
    summary: "Releases every hold of this browser's cart",
    params: cartParams,
    output: z.object({ success: z.literal(true), releasedHolds: z.int() }),
    errors: ['busy'],
  }),
} as const
