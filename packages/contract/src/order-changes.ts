import * as z from 'zod/mini'
import { OPENED_ORDER } from './access.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, email, instant, minorAmount, text, uuid } from './fields.ts'
import { ORDER, ORDER_CHANGE } from './limits.ts'
import { orderCredential, orderParams } from './orders.ts'
import { quoteSchema } from './quotes.ts'

/** What a change of an order costs, fees and discount included, in the order's currency. */
const changeQuoteSchema = z.object({
  /** The order's quote now, as it was bought. */
  before: quoteSchema,
  /** The order's quote after the change. */
  after: quoteSchema,
  /** `after` less `before`, in minor units; below 0 if the order would cost less. */
  differenceMinor: z.int(),
  /** True if the difference is too small to be charged, so that the change is free. */
  isWaived: z.boolean(),
  /** The amount to be paid for the change. */
  dueMinor: minorAmount,
})
export type ChangeQuote = z.output<typeof changeQuoteSchema>

const wholeNumber = z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'Must be a number from 1 to 999'))

const upgradeOptionSchema = z.object({
  ticketTypeId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  /** What one ticket costs more; null if the difference is not the same for each to the cent. */
  eachMinor: z.nullable(z.int()),
  /** Tickets of this type that are left; null means without limit. */
  availableCount: z.nullable(z.int()),
  /** True if every ticket that is to be upgraded can have this type. */
  hasRoom: z.boolean(),
  change: changeQuoteSchema,
})
export type UpgradeOption = z.output<typeof upgradeOptionSchema>

export const orderChanges = {
  rescheduleOrder: endpoint({
    method: 'POST',
    path: '/api/order-management/:orderId/reschedule',
    access: { kind: 'order', orderId: 'params.orderId', email: 'body.customerEmail' },
    admission: 'finish',
    limits: ORDER_CHANGE,
    summary: 'Takes an order to another session of its event that costs no more',
    params: orderParams,
    body: z.object({
      newSessionId: uuid,
      customerEmail: email,
      reason: z.optional(z.nullable(text(1000, 0))),
    }),
    output: z.object({ success: z.literal(true) }),
    errors: [
      'order_not_found',
      'session_not_found',
      'reschedule_not_possible',
      'reschedule_limit_reached',
      'payment_required',
      'sold_out',
      'busy',
    ],
  }),
  quoteReschedule: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/reschedule-quote',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'What it costs to take an order to another session of its event',
    params: orderParams,
    query: z.object({ ...orderCredential.shape, newSessionId: uuid }),
    output: z.object({
      session: z.object({ id: uuid, startTime: instant, date: calendarDate }),
      /** True if the session has enough tickets left for the whole order. */
      hasRoom: z.boolean(),
      change: changeQuoteSchema,
    }),
    errors: ['order_not_found', 'order_link_ended', 'session_not_found', 'reschedule_not_possible'],
  }),
  quoteUpgrades: endpoint({
    method: 'GET',
    path: '/api/order-management/:orderId/upgrade-quotes',
    access: OPENED_ORDER,
    admission: 'finish',
    limits: ORDER,
    summary: 'The ticket types above one of an order, each with what the upgrade costs',
    params: orderParams,
    query: z.object({
      ...orderCredential.shape,
      ticketTypeId: uuid,
      /**
       * How many tickets of the type to upgrade; 1 by default, at most as many as the order has.
       */
      quantity: z.optional(wholeNumber),
    }),
    output: z.object({
      /** The number of tickets that the quotes are for. */
      quantity: z.int(),
      current: z.object({ ticketTypeId: uuid, name: z.string() }),
      /** Types with a higher price, cheapest first. */
      options: z.array(upgradeOptionSchema),
    }),
    errors: [
      'order_not_found',
      'order_link_ended',
      'ticket_type_not_found',
      'upgrade_not_possible',
    ],
  }),
} as const
