import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currency, instant, minorAmount, text, uuid } from './fields.ts'
import { ORDER, ORDER_CHANGE } from './limits.ts'
import { orderParams } from './orders.ts'

/**
 * A change that the team has offered to a buyer and that costs more. The buyer pays for it by a signed
 * link, which opens the payment of this change and nothing else of the order.
 */

/** Signed by the server: see `changeToken` in apps/server/src/adapters/secrets.ts. */
const token = text(200)

const OF_QUERY = {
  kind: 'offered_change',
  orderId: 'params.orderId',
  token: 'query.token',
} as const
const OF_BODY = { kind: 'offered_change', orderId: 'params.orderId', token: 'body.token' } as const

const side = z.object({ typeName: z.string(), startTime: instant })

/** No e-mail address, telephone or name: a link may be passed on. */
const offeredChangeSchema = z.object({
  orderNumber: z.string(),
  eventName: z.string(),
  timeZone: z.string(),
  kind: z.enum(['reschedule', 'upgrade']),
  tickets: z.array(z.object({ id: uuid, number: z.int(), before: side, after: side })),
  /** Names the target: of a session, or of a ticket type. */
  toId: uuid,
  currency,
  /** What is to be paid today; a part of it may be the change fee. */
  dueMinor: minorAmount,
  changeFeeMinor: minorAmount,
  hasRoom: z.boolean(),
  /** When the link ends. */
  endsAt: instant,
})
export type OfferedChange = z.output<typeof offeredChangeSchema>

export const offeredChanges = {
  getOfferedChange: endpoint({
    method: 'GET',
    path: '/api/offered-changes/:orderId',
    access: OF_QUERY,
    admission: 'finish',
    limits: ORDER,
    summary: 'A change that the team has offered, and what it costs, for whoever has its link',
    params: orderParams,
    query: z.object({ token }),
    output: offeredChangeSchema,
    errors: ['order_not_found', 'change_link_ended'],
  }),
  payOfferedChange: endpoint({
    method: 'POST',
    path: '/api/offered-changes/:orderId/payment-intent',
    access: OF_BODY,
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Holds what an offered change is to get, and a payment intent over its difference',
    params: orderParams,
    body: z.object({
      token,
      /** In major units; must equal what is due. */
      amount: z.number(),
      currency: z._default(currency, 'usd'),
    }),
    output: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      /** The organizer's account that it is paid on; absent: the platform's own. */
      accountId: z.optional(z.string()),
      amount: z.number(),
      currency,
      /** Until then the new tickets are held. */
      expiresAt: instant,
    }),
    errors: [
      'order_not_found',
      'change_link_ended',
      'change_limit_reached',
      'sold_out',
      'payments_not_ready',
      'provider_unavailable',
      'busy',
      'amount_mismatch',
      'amount_not_positive',
      'amount_too_low',
      'amount_too_high',
      'currency_mismatch',
    ],
  }),
  finishOfferedChange: endpoint({
    method: 'POST',
    path: '/api/offered-changes/:orderId/finish',
    access: OF_BODY,
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Makes an offered change once it is paid, and says how its payment ended',
    params: orderParams,
    body: z.object({ token, paymentIntentId: text(255) }),
    output: z.object({ success: z.literal(true) }),
    errors: [
      'order_not_found',
      'change_link_ended',
      'payment_required',
      'payment_refunded',
      'provider_unavailable',
      'busy',
    ],
  }),
} as const
