import {
  AUDIT_ACTION_NAMES,
  DETAIL_LIMITS,
  MAIL_KINDS,
  MAIL_STATES,
  ORDER_STATUSES,
} from '@foyer/domain'
import * as z from 'zod/mini'
import {
  deskStaffWho,
  RECENT_STAFF_ERRORS,
  recentStaffWho,
  STAFF_ERRORS,
  staffWho,
} from './access.ts'
import { auditValues } from './audit-log.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, currency, email, instant, lines, minorAmount, text, uuid } from './fields.ts'
import { BACK_OFFICE } from './limits.ts'
import { orderSchema } from './order-view.ts'
import { orderParams, resendAnswer } from './orders.ts'
import { tableSchema } from './table.ts'

/** The order desk: people of the team find an order and help its buyer. */

export const ORDERS_PAGE = 50
/** How long a note may be, how long a tag, and how many tags an order has at most. */
export const NOTE_CHARACTERS = 2000
export const TAG_CHARACTERS = 30
export const TAGS_OF_ORDER = 12

/** Some people have one name alone. */
const lastName = text(DETAIL_LIMITS.lastName, 0)

/** A word or two by which orders are sorted; case does not matter. */
export const orderTag = text(TAG_CHARACTERS).check(z.toLowerCase())

const orderFilters = {
  /** A name, an e-mail address, an order number, a ticket's code or the last digits of a card. */
  q: z.optional(text(200, 0)),
  eventId: z.optional(uuid),
  /** Orders with a ticket for this day. */
  date: z.optional(calendarDate),
  state: z.optional(z.enum(ORDER_STATUSES)),
  tag: z.optional(orderTag),
}

const foundOrder = z.object({
  id: uuid,
  number: z.string(),
  name: z.string(),
  email: z.string(),
  status: z.enum(ORDER_STATUSES),
  eventName: z.string(),
  /** The session of the order, with the zone of its venue. */
  startsAt: instant,
  timeZone: z.string(),
  /** Tickets that are not cancelled. */
  ticketCount: z.int(),
  totalMinor: minorAmount,
  currency,
  createdAt: instant,
  tags: z.array(z.string()),
})
export type FoundOrderRow = z.output<typeof foundOrder>

/** Somebody of the team; the name is empty if the account was deleted. */
const person = z.object({ id: uuid, name: z.string() })

const orderNote = z.object({ id: uuid, at: instant, person, note: z.string() })
export type OrderNote = z.output<typeof orderNote>

const deskOrder = z.object({
  /** What its buyer's page shows. */
  view: orderSchema,
  /** What was charged for it, the oldest first. */
  payments: z.array(
    z.object({
      /** The provider's. */
      intentId: z.nullable(z.string()),
      isOfChange: z.boolean(),
      at: instant,
      capturedMinor: minorAmount,
      refundedMinor: minorAmount,
      currency,
      /** Null until the provider has named it. */
      card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
      isDisputed: z.boolean(),
    }),
  ),
  /** All mails about the order, the newest first. */
  mails: z.array(
    z.object({
      id: uuid,
      kind: z.enum(MAIL_KINDS),
      state: z.enum(MAIL_STATES),
      to: z.string(),
      isResend: z.boolean(),
      at: instant,
      problem: z.nullable(z.string()),
    }),
  ),
  /** A change that the team offered and that its buyer has not paid for; null if there is none. */
  offered: z.nullable(
    z.object({
      kind: z.enum(['reschedule', 'upgrade']),
      tickets: z.int(),
      dueMinor: minorAmount,
      currency,
      at: instant,
    }),
  ),
  /** The newest first. */
  notes: z.array(orderNote),
  tags: z.array(z.string()),
  /** What the team did, from the audit log, the newest first. */
  acts: z.array(
    z.object({
      id: uuid,
      at: instant,
      /** Null: the platform's operator. */
      person: z.nullable(person),
      action: z.enum(AUDIT_ACTION_NAMES),
      before: z.nullable(auditValues),
      after: z.nullable(auditValues),
    }),
  ),
})
export type DeskOrder = z.output<typeof deskOrder>

const reading = {
  method: 'GET',
  access: staffWho('orders.read'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const
const changing = {
  access: staffWho('orders.change'),
  admission: 'finish',
  limits: BACK_OFFICE,
} as const

export const orderDesk = {
  findOrders: endpoint({
    ...reading,
    path: '/api/admin/orders',
    reads: 'recent',
    summary: 'Orders that match what is known of them, the newest first',
    query: z.object({
      ...orderFilters,
      /** `next` of the page before. */
      after: z.optional(uuid),
    }),
    output: z.object({
      orders: z.array(foundOrder).check(z.maxLength(ORDERS_PAGE)),
      /** Leads to the next page; null on the last one. */
      next: z.nullable(uuid),
    }),
    errors: [...STAFF_ERRORS],
  }),
  exportOrders: endpoint({
    access: recentStaffWho('buyers.export'),
    admission: 'finish',
    limits: BACK_OFFICE,
    method: 'POST',
    path: '/api/admin/exports/orders',
    isLong: true,
    summary: 'Orders that match with their buyers as a table, a part at a time',
    /** What to export; or `next` of the part before, which has it. */
    body: z.object({ ...orderFilters, next: z.optional(z.string().check(z.maxLength(2000))) }),
    output: z.object({
      /** The parts in their order are the table. */
      table: tableSchema,
      /** How many orders matched when the export began. */
      orders: z.int(),
      /** Leads to the next part; null on the last one. */
      next: z.nullable(z.string()),
    }),
    errors: [...RECENT_STAFF_ERRORS, 'validation_failed'],
  }),
  exportGuests: endpoint({
    access: recentStaffWho('orders.read'),
    admission: 'finish',
    limits: BACK_OFFICE,
    method: 'POST',
    path: '/api/admin/exports/guests',
    isLong: true,
    summary:
      'Everybody who has a valid ticket of a session as a table for the door, without the codes',
    body: z.object({ sessionId: uuid }),
    output: tableSchema,
    errors: [...RECENT_STAFF_ERRORS, 'session_not_found'],
  }),
  listOrderTags: endpoint({
    ...reading,
    path: '/api/admin/order-tags',
    reads: 'recent',
    summary: 'The tags that orders have, for a choice',
    output: z.object({ tags: z.array(z.string()) }),
    errors: [...STAFF_ERRORS],
  }),
  getDeskOrder: endpoint({
    ...reading,
    path: '/api/admin/orders/:orderId',
    summary: 'An order with its payments, mails, notes and everything that was done about it',
    params: orderParams,
    output: deskOrder,
    errors: [...STAFF_ERRORS, 'order_not_found'],
  }),
  resendOrder: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/orders/:orderId/resend',
    summary: 'Sends the confirmation of an order again, to its own address',
    params: orderParams,
    output: resendAnswer,
    errors: [...STAFF_ERRORS, 'order_not_found', 'rate_limited'],
  }),
  mailWaiverLinks: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/orders/:orderId/waiver-links',
    summary: 'Mails the links of waivers that are not signed yet again',
    params: orderParams,
    output: z.object({
      /** The addresses: of participants who were sent their own link before, and the buyer for the others. */
      to: z.array(z.string()),
    }),
    errors: [...STAFF_ERRORS, 'order_not_found', 'waiver_not_needed', 'rate_limited'],
  }),
  correctAddress: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/orders/:orderId/address',
    access: deskStaffWho('orders.change'),
    summary: 'Corrects the e-mail address of an order; links that were mailed before end',
    params: orderParams,
    body: z.object({
      /** The address that the person saw. */
      from: email,
      to: email,
    }),
    output: z.object({ email: z.string() }),
    errors: [...RECENT_STAFF_ERRORS, 'order_not_found', 'changed_meanwhile'],
  }),
  correctName: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/orders/:orderId/name',
    access: deskStaffWho('orders.change'),
    summary: 'Corrects the name of an order, and mails its tickets with the new one',
    params: orderParams,
    body: z.object({
      /** The name that the person saw. */
      from: z.object({ firstName: text(DETAIL_LIMITS.firstName, 0), lastName }),
      to: z.object({ firstName: text(DETAIL_LIMITS.firstName), lastName }),
      /** For the team; the buyer does not see it. */
      reason: text(1000),
    }),
    output: z.object({ firstName: z.string(), lastName: z.string() }),
    errors: [...RECENT_STAFF_ERRORS, 'order_not_found', 'changed_meanwhile'],
  }),
  addOrderNote: endpoint({
    ...changing,
    method: 'POST',
    path: '/api/admin/orders/:orderId/notes',
    summary: 'Adds a note to an order, which its buyer never sees',
    status: 201,
    params: orderParams,
    body: z.object({ note: lines(NOTE_CHARACTERS, 1) }),
    output: orderNote,
    errors: [...STAFF_ERRORS, 'order_not_found'],
  }),
  changeOrderTags: endpoint({
    ...changing,
    method: 'PUT',
    path: '/api/admin/orders/:orderId/tags',
    summary: 'Adds tags to an order and takes others away',
    params: orderParams,
    body: z.object({
      add: z.array(orderTag).check(z.maxLength(TAGS_OF_ORDER)),
      remove: z.array(orderTag).check(z.maxLength(TAGS_OF_ORDER)),
    }),
    output: z.object({ tags: z.array(z.string()) }),
    errors: [...STAFF_ERRORS, 'order_not_found', 'validation_failed'],
  }),
} as const
