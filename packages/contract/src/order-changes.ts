import { CANCEL_REFUSALS } from '@foyer/domain'
import * as z from 'zod/mini'
import { OPENED_ORDER } from './access.ts'
import { changePolicySchema } from './change-policies.ts'
import { endpoint } from './endpoint.ts'
import {
  calendarDate,
  currency,
  email,
  instant,
  majorAmount,
  minorAmount,
  text,
  ticketIds,
  uuid,
} from './fields.ts'
import { ORDER, ORDER_CHANGE } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'
import { beyondBuyers, changeQuoteSchema } from './quotes.ts'
import { policyTermsSchema, rescheduleOptionsSchema } from './reschedule-options.ts'
import { upgradeOptionsSchema } from './upgrade-options.ts'

const reason = z.optional(z.nullable(text(1000, 0)))

/** The payment of the change, if the browser paid for one: the answer reports its outcome. */
const paymentIntentId = z.optional(z.nullable(text(255)))

const rescheduleFields = {
  type: z.literal('reschedule'),
  newSessionId: uuid,
  /** Only these tickets; by default all that are not in the target session yet. */
  ticketIds: z.optional(ticketIds),
}
const upgradeFields = { type: z.literal('upgrade'), newTicketTypeId: uuid, ticketIds }

/** A change that a buyer asks for. */
export const changeSchema = z.discriminatedUnion('type', [
  z.object({ ...rescheduleFields, reason }),
  z.object({ ...upgradeFields, reason }),
])
export type ChangeParams = z.output<typeof changeSchema>

/** A change that the team makes for a buyer; its reason is the team's. */
export const deskChangeSchema = z.discriminatedUnion('type', [
  z.object(rescheduleFields),
  z.object(upgradeFields),
])

/** '{id},{id}': in a query, where a list has no form of its own. */
export const ticketIdList = z.pipe(
  z.string().check(z.maxLength(200 * 37)),
  z.pipe(
    z.transform((text: string) => text.split(',')),
    ticketIds,
  ),
)

/** A unit that a cancellation ends, at what it was bought at: price - discount + fee + tax. */
const cancelledUnit = {
  priceMinor: minorAmount,
  discountMinor: minorAmount,
  feeMinor: minorAmount,
  /** The tax that comes on top of price and fee. */
  taxMinor: minorAmount,
  /** The share that the policy refunds now, in parts per million. */
  sharePpm: z.int(),
  refundMinor: minorAmount,
  keptMinor: minorAmount,
}

export const cancellationQuoteSchema = z.object({
  currency,
  /** On which terms tickets are cancelled. */
  policy: changePolicySchema.shape.cancel,
  /** All tickets of the order that are not replaced, by number. */
  tickets: z.array(
    z.object({
      id: uuid,
      number: z.int(),
      typeName: z.string(),
      session: z.object({ id: uuid, startTime: instant, date: calendarDate }),
      /** Why its buyer cannot cancel it; null if it can be cancelled. */
      refusal: z.nullable(z.enum(CANCEL_REFUSALS)),
      /** What it gives back; null unless the quote is for it. */
      cancelled: z.nullable(z.object(cancelledUnit)),
    }),
  ),
  /** Of a quote for the team: why a buyer could not cancel these tickets; null if one could. */
  beyondBuyers: z.nullable(z.enum(CANCEL_REFUSALS)),
  /** Add-ons that end with the last ticket, one by one. */
  addOns: z.array(z.object({ name: z.string(), ...cancelledUnit })),
  /** The sum of what comes back: `refundAmount` of the call that cancels, in minor units. */
  refundMinor: minorAmount,
  /** The same in major units. */
  refundAmount: z.number(),
  keptMinor: minorAmount,
  /** Where the refund goes to: one entry for each card, and one for each payment without a known card. */
  payments: z.array(
    z.object({
      amountMinor: minorAmount,
      /** What was paid with it, the newest first. */
      paidFor: z.array(z.enum(['purchase', 'change'])),
      /** Null if it was no card, or if the payment provider does not say in time. */
      card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
    }),
  ),
})
export type CancellationQuoteView = z.output<typeof cancellationQuoteSchema>

export const rescheduleQuoteSchema = z.object({
  session: z.object({ id: uuid, startTime: instant, date: calendarDate }),
  /** True if the session has enough tickets left for all of them. */
  hasRoom: z.boolean(),
  policy: policyTermsSchema,
  change: changeQuoteSchema,
  beyondBuyers,
})

export type RescheduleQuote = z.output<typeof rescheduleQuoteSchema>

/** Why a change is not made, apart from its payment. */
export const CHANGE_ERRORS = [
  'order_not_found',
  'session_not_found',
  'ticket_not_found',
  'reschedule_not_possible',
  'upgrade_not_possible',
  'change_limit_reached',
  'sold_out',
  'provider_unavailable',
  'busy',
] as const

export const orderChanges = {
  listUpgradeOptions: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/upgrade-options',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'The tickets of an order, the dearer types that they may become, and what that costs',
    params: orderParams,
    query: z.object({
      ...orderCredential.shape,
      /** The tickets to quote for; by default all that can be upgraded. */
      ticketIds: z.optional(ticketIdList),
    }),
    output: z.object({ success: z.literal(true), data: upgradeOptionsSchema }),
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_not_found',
      'upgrade_not_possible',
      'change_limit_reached',
    ],
    errorShape: 'message',
  }),
  quoteCancellation: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/cancellation-quote',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'What cancelled tickets of an order give back, and on which payments',
    params: orderParams,
    query: z.object({
      ...orderCredential.shape,
      /** Ids divided by commas; all tickets that can be cancelled by default. */
      ticketIds: z.optional(ticketIdList),
    }),
    output: cancellationQuoteSchema,
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_not_found',
      'cancellation_not_possible',
    ],
    errorShape: 'message',
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/cancel',
    access: { kind: 'order', orderId: 'params.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Cancels tickets of an order and refunds what its policy gives back',
    params: orderParams,
    body: z.object({
      customerEmail: email,
      /** Some tickets only; all that can be cancelled by default. */
      ticketIds: z.optional(ticketIds),
      /** The refund that the buyer saw, in major units; refused if it is not what the quote is now. */
      refundAmount: majorAmount,
      reason,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({
        changeId: uuid,
        currency,
        ticketIds: z.array(uuid),
        refundMinor: minorAmount,
        keptMinor: minorAmount,
        /** Names its refunds in the order's `refunds`; none if nothing comes back. */
        refundReferences: z.array(z.string()),
      }),
    }),
    errors: [
      'order_not_found',
      'ticket_not_found',
      'cancellation_not_possible',
      'amount_mismatch',
      'busy',
    ],
    errorShape: 'message',
  }),
  payChange: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/payment-intent',
    access: { kind: 'order', orderId: 'params.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Holds what a change is to get, and a payment intent over exactly its difference',
    params: orderParams,
    body: z.object({
      customerEmail: z.optional(email),
      change: changeSchema,
      /** In major units; must equal what the change's quote says is due. */
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
      ...CHANGE_ERRORS,
      'nothing_to_pay',
      'payments_not_ready',
      'amount_mismatch',
      'amount_not_positive',
      'amount_too_low',
      'amount_too_high',
      'currency_mismatch',
    ],
    errorShape: 'message',
  }),
  upgradeOrder: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/upgrade',
    access: { kind: 'order', orderId: 'params.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Turns tickets of an order into a dearer type, once the difference is paid',
    params: orderParams,
    body: z.object({
      ticketId: uuid,
      /** Further tickets that change with it. */
      ticketIds: z.optional(z.array(uuid).check(z.maxLength(200))),
      newTicketTypeId: uuid,
      customerEmail: email,
      /** Accepted because clients send it; the provider knows with which method was paid. */
      paymentMethodId: z.optional(z.nullable(text(255, 0))),
      paymentIntentId,
    }),
    output: z.object({
      success: z.literal(true),
      data: z.object({ paymentIntentId: z.nullable(z.string()) }),
    }),
    errors: [...CHANGE_ERRORS, 'payment_required', 'payment_refunded'],
    errorShape: 'message',
  }),
  rescheduleOrder: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/reschedule',
    access: { kind: 'order', orderId: 'params.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Takes tickets to another session of their event, once any difference is paid',
    params: orderParams,
    body: z.object({
      newSessionId: uuid,
      /** Only these tickets; all by default. */
      ticketIds: z.optional(ticketIds),
      customerEmail: email,
      reason,
      paymentIntentId,
    }),
    output: z.object({ success: z.literal(true) }),
    errors: [...CHANGE_ERRORS, 'payment_required', 'payment_refunded'],
    errorShape: 'message',
  }),
  getRescheduleOptions: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/reschedule-options',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'The sessions that tickets of an order may be taken to, each with what it costs',
    params: orderParams,
    query: z.object({
      ...orderCredential.shape,
      /** Some tickets only; all that may move by default. */
      ticketIds: z.optional(ticketIdList),
      /** Sessions of one day; of all days by default, unless there are too many. */
      date: z.optional(calendarDate),
    }),
    output: rescheduleOptionsSchema,
    errors: ['order_not_found', 'order_link_ended', 'ticket_not_found', 'reschedule_not_possible'],
    errorShape: 'message',
  }),
  quoteReschedule: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/reschedule-quote',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'What it costs to take an order to another session of its event',
    params: orderParams,
    query: z.object({
      ...orderCredential.shape,
      newSessionId: uuid,
      /** Some tickets only; all by default. */
      ticketIds: z.optional(ticketIdList),
    }),
    output: rescheduleQuoteSchema,
    errors: [
      'order_not_found',
      'order_link_ended',
      'session_not_found',
      'ticket_not_found',
      'reschedule_not_possible',
      'upgrade_not_possible',
    ],
    errorShape: 'message',
  }),
} as const
