import { DETAIL_LIMITS, LOOKUP_CODE_DIGITS, ORDER_STATUSES, TICKET_STATUSES } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER, VISITOR } from './access.ts'
import { endpoint } from './endpoint.ts'
import { currency, email, instant, text, uuid } from './fields.ts'
import { LOOKUP, LOOKUP_CODE, ORDER, OWN_ORDERS, RESEND } from './limits.ts'
import { waiverCountsSchema } from './order-view.ts'
import { orderCredential, orderParams, resendAnswer } from './orders.ts'

/** An order as a list shows it. */
const orderCardSchema = z.object({
  id: uuid,
  orderNumber: z.string(),
  /** Masked (a***@example.com) if only a link opened the order. */
  email: z.string(),
  eventId: uuid,
  eventName: z.string(),
  sessionDate: instant,
  /** The event's picture, as in the catalogue. */
  imageUrl: z.string(),
  sessionDisplayName: z.string(),
  venueTimezone: z.string(),
  status: z.enum(ORDER_STATUSES),
  /** In major units. */
  totalAmount: z.number(),
  currency,
  /** The number of tickets that are not cancelled. */
  ticketCount: z.int(),
  canReschedule: z.boolean(),
  canUpgrade: z.boolean(),
  canCancel: z.boolean(),
  waivers: waiverCountsSchema,
  tickets: z.array(
    z.object({
      id: uuid,
      ticketTypeId: uuid,
      ticketTypeName: z.string(),
      status: z.enum(TICKET_STATUSES),
      isCancelled: z.boolean(),
      /** Used at the door: it is VALID still, and admits nobody any more. */
      isRedeemed: z.boolean(),
    }),
  ),
})
export type OrderCard = z.output<typeof orderCardSchema>

/** Newest first; at most 100. */
const orderList = z.object({ success: z.literal(true), data: z.array(orderCardSchema) })

/** Eight characters, and room for what people type around them. */
const ORDER_NUMBER_LIMIT = 20

/** An optional field of the form: an empty one counts as missing. */
const optionalText = (maximum: number) => z.optional(z.nullable(text(maximum, 0)))

export const orderLookup = {
  lookUpOrders: endpoint({
    method: 'POST',
    path: '/api/order-management/lookup',
    access: VISITOR,
    admission: 'finish',
    limits: LOOKUP,
    summary:
      'Lists the orders of an e-mail address with a matching order number, telephone number or postal code, or the ones that this browser bought; sends a code to the address otherwise',
    body: z.object({
      email,
      phone: optionalText(DETAIL_LIMITS.phone),
      zipCode: optionalText(DETAIL_LIMITS.zipCode),
      /** As pages, mails and tickets show it: the last 8 characters of the order's id. */
      orderNumber: optionalText(ORDER_NUMBER_LIMIT),
    }),
    output: z.object({
      ...orderList.shape,
      /** Set if a code was sent to the address; `data` is empty then. */
      confirmation: z.nullable(z.object({ lookupId: uuid, validMinutes: z.int() })),
    }),
    errors: ['rate_limited'],
    errorShape: 'message',
  }),
  confirmLookup: endpoint({
    method: 'POST',
    path: '/api/order-management/lookup/confirm',
    access: VISITOR,
    admission: 'finish',
    limits: LOOKUP_CODE,
    summary: 'Lists the orders of an address to which a code and a link were sent',
    body: z.object({
      lookupId: uuid,
      /** The six digits of the mail, the secret of its link, or the `listKey` of an earlier answer. */
      code: z
        .string()
        .check(
          z.trim(),
          z.regex(new RegExp(`^(\\d{${LOOKUP_CODE_DIGITS}}|[\\w-]{43})$`), 'Must be six digits'),
        ),
    }),
    output: z.object({
      ...orderList.shape,
      email: z.string(),
      /** Lists the orders again, as `code` of the same lookup, for an hour after the code was sent. */
      listKey: z.string(),
    }),
    errors: ['lookup_code_invalid', 'lookup_code_ended'],
    errorShape: 'message',
  }),
  listOwnOrders: endpoint({
    method: 'GET',
    path: '/api/order-management/orders',
    access: { kind: 'browser', withoutCookie: { answer: { success: true, data: [] } } },
    admission: 'finish',
    limits: OWN_ORDERS,
    summary: 'The orders that this browser bought',
    output: orderList,
    errors: [],
    errorShape: 'message',
  }),
  getOrderCard: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'One order as the list of orders shows it',
    params: orderParams,
    query: orderCredential,
    output: z.object({ success: z.literal(true), data: orderCardSchema }),
    errors: ['order_not_found', 'order_link_ended'],
    errorShape: 'message',
  }),
  resendEmail: endpoint({
    method: 'POST',
    path: '/api/order-management/resend-email',
    access: { kind: 'order', orderId: 'body.orderId', email: 'body.email' },
    admission: 'finish',
    limits: RESEND,
    summary: 'Sends the confirmation again, to the address of the order',
    body: z.object({ orderId: uuid, email }),
    output: resendAnswer,
    errors: ['order_not_found', 'rate_limited'],
    errorShape: 'message',
  }),
} as const
