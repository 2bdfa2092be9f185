import { SALES_PHASES } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { instant, text, uuid } from './fields.ts'
import { ACCESS_CODE, READ } from './limits.ts'
import { fileSchema } from './tickets.ts'

/** Whether an event can be bought now, and what comes next. */
export const eventSaleSchema = z.object({
  state: z.enum(SALES_PHASES),
  /** The next time at which something starts to be sold; null if nothing more will. */
  opensAt: z.nullable(instant),
  /** When the sales of the whole event end; null: when each session begins, or by session. */
  closesAt: z.nullable(instant),
  /** What the organizer says about a pause. */
  note: z.nullable(z.string()),
  /** Whether an access code may open something. */
  takesCodes: z.boolean(),
  /** The tickets of one order, over all types; null: no bound. */
  minPerOrder: z.nullable(z.int()),
  maxPerOrder: z.nullable(z.int()),
  maxPerCustomer: z.nullable(z.int()),
  /** The server's clock when this was read, for a countdown that does not trust the device's clock. */
  serverTime: instant,
})
export type EventSale = z.output<typeof eventSaleSchema>

/** What an access code opens. */
export const openedSchema = z.object({
  /** Sent as `access` with what the code opens. It is the same for all who enter the code. */
  access: z.string(),
  /** The hidden types that it unlocks. */
  typeIds: z.array(uuid),
  opensEarly: z.boolean(),
  /** When the code ends to work; null: never. */
  endsAt: z.nullable(instant),
})
export type OpenedAccess = z.output<typeof openedSchema>

const ofEvent = z.object({ eventId: uuid })

export const sales = {
  getEventSale: endpoint({
    method: 'GET',
    path: '/api/events/:eventId/sale',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Whether an event can be bought at this moment, with the time of the server',
    params: ofEvent,
    output: eventSaleSchema,
    errors: ['event_not_found'],
  }),
  getSaleReminder: endpoint({
    method: 'GET',
    path: '/api/events/:eventId/sale-reminder.ics',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'The start of an event’s sales for a calendar, with an alarm before it',
    params: ofEvent,
    file: 'text/calendar; charset=utf-8',
    output: fileSchema,
    errors: ['event_not_found', 'sales_closed'],
  }),
  enterAccessCode: endpoint({
    method: 'POST',
    path: '/api/events/:eventId/access-code',
    access: PUBLIC,
    admission: 'read',
    limits: ACCESS_CODE,
    summary: 'What an access code of an event opens; the hold judges it again',
    params: ofEvent,
    body: z.object({ code: text(64) }),
    output: openedSchema,
    errors: ['event_not_found', 'access_code_not_valid', 'access_code_used_up'],
  }),
} as const
