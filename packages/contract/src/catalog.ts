import { AVAILABILITIES, DATE_STATUSES, EVENT_CATEGORIES } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { READ, STREAM } from './limits.ts'

/** Names are mixed on purpose: the storefront's calls define them so on the wire. */
export const eventSchema = z.object({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(EVENT_CATEGORIES),
  /** Start of the next session (of the last one when all are past); null before any is planned. */
  date: z.nullable(instant),
  startTime: z.nullable(z.string()),
  location: z.string(),
  imageUrl: z.string(),
  /** Lowest price of one ticket without fees, major units. */
  staticPrice: z.nullable(z.number()),
  /** Lowest price of one ticket with fees, minor units: what a card shows. */
  fromAllInMinor: z.nullable(minorAmount),
  currency,
  priceLibraryId: z.nullable(z.string()),
  isTimedEntry: z.boolean(),
  useContinuousCalendar: z.boolean(),
  calendarStartDate: z.nullable(calendarDate),
  calendarEndDate: z.nullable(calendarDate),
  showPriceDifference: z.boolean(),
  /** How the event as a whole sells; 'sold_out' cards say so in words. */
  status: z.enum(DATE_STATUSES),
  sessionCount: z.int(),
  venueId: uuid,
  venue_name: z.string(),
  venue_city: z.string(),
  venue_state: z.string(),
  venue_address: z.string(),
  venue_postal_code: z.string(),
  venue_country: z.string(),
  venue_timezone: z.string(),
  fee_set_id: z.nullable(uuid),
})
export type EventView = z.output<typeof eventSchema>

export const feeSetSchema = z.object({
  id: uuid,
  name: z.string(),
  is_active: z.boolean(),
  fee_type: z.enum(['flat', 'percentage']),
  /** Major units for a flat fee, percent for a percentage. */
  fee_amount: z.number(),
})

export const ticketGroupSchema = z.object({
  id: uuid,
  eventId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  isArchived: z.boolean(),
})

export const ticketTypeSchema = z.object({
  id: uuid,
  groupId: uuid,
  eventId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  /** Major units without fees; 0 for a dynamic type, whose price depends on the session. */
  price: z.number(),
  /** Minor units with fees; for a dynamic type the lowest of its sessions. Null: not priced yet. */
  allInMinor: z.nullable(minorAmount),
  quantity: z.int(),
  maxQuantity: z.int(),
  displayPrice: z.nullable(z.string()),
  isArchived: z.boolean(),
  fee_set_id: z.nullable(uuid),
  pricing_mode: z.enum(['dynamic', 'fixed']),
  image_url: z.nullable(z.string()),
})
export type TicketTypeView = z.output<typeof ticketTypeSchema>

export const addOnSchema = z.object({
  id: uuid,
  eventId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  price: z.number(),
  allInMinor: minorAmount,
  maxQuantity: z.int(),
  /** Left over the whole event; null means without limit. */
  availableCount: z.nullable(z.int()),
})
export type AddOnView = z.output<typeof addOnSchema>

export const calendarSchema = z.object({
  dates: z.record(
    calendarDate,
    z.object({
      /** Lowest price of one ticket without fees, major units. */
      minPrice: z.number(),
      /** The same with fees, minor units. */
      allInMinor: minorAmount,
      status: z.enum(DATE_STATUSES),
    }),
  ),
  timezone: z.string(),
  currency,
})
export type CalendarView = z.output<typeof calendarSchema>

export const dailyPriceSchema = z.object({
  ticketTypes: z.array(
    z.object({
      ticket_type_id: uuid,
      lowest_price: z.number(),
      lowest_all_in_minor: minorAmount,
      availability: z.enum(AVAILABILITIES),
      /** Most places any one session of the day has for this type; null means without limit. */
      available_count: z.nullable(z.int()),
    }),
  ),
  sessions: z.record(
    uuid,
    z.object({
      session_id: uuid,
      start_time: instant,
      end_time: instant,
      session_name: z.string(),
      /** Wall-clock start in the venue's zone, '7:00 PM'. */
      local_time: z.string(),
      /** Places left over all types; null means without limit. */
      available_count: z.nullable(z.int()),
      ticket_prices: z.array(
        z.object({
          ticket_type_id: uuid,
          price: z.number(),
          all_in_minor: minorAmount,
          available_count: z.nullable(z.int()),
        }),
      ),
    }),
  ),
  timezone: z.string(),
  currency,
})
export type DailyPriceView = z.output<typeof dailyPriceSchema>

export const inventorySchema = z.array(
  z.object({
    sessionId: uuid,
    ticketTypes: z.array(
      z.object({
        ticketTypeId: uuid,
        inventory: z.object({
          /** Null means without limit. */
          availableCount: z.nullable(z.int()),
          soldCount: z.int(),
          heldCount: z.int(),
        }),
        availability: z.enum(AVAILABILITIES),
      }),
    ),
  }),
)

/** Another session of the event with room for the whole party. */
export const alternativeSchema = z.object({
  sessionId: uuid,
  date: calendarDate,
  startsAt: instant,
  /** Wall-clock start in the venue's zone, '7:00 PM'. */
  localTime: z.string(),
  /** Places left over all types; null means without limit. */
  availableCount: z.nullable(z.int()),
  /** Lowest price of one of the wished tickets with fees, minor units. Null: not priced yet. */
  fromAllInMinor: z.nullable(minorAmount),
})
export type Alternative = z.output<typeof alternativeSchema>

/** A message of an event's live stream: only what changed, each with all that is known of it. */
export const liveChangesSchema = z.object({
  sessions: z.record(
    uuid,
    z.object({
      /** Places left over all types; null means without limit. */
      room: z.nullable(z.int()),
      types: z.record(uuid, z.nullable(z.int())),
    }),
  ),
  days: z.record(
    calendarDate,
    z.object({
      status: z.enum(DATE_STATUSES),
      /** Lowest price of one ticket with fees, minor units. */
      allInMinor: minorAmount,
    }),
  ),
})
export type LiveChanges = z.output<typeof liveChangesSchema>

const eventQuery = z.object({ eventId: uuid })
const eventParams = z.object({ eventId: uuid })

export const catalog = {
  listEvents: endpoint({
    method: 'GET',
    path: '/api/events',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Events of the tenant, upcoming first',
    output: z.array(eventSchema),
    errors: [],
  }),
  getEvent: endpoint({
    method: 'GET',
    path: '/api/events/:eventId',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'One event with its venue',
    params: eventParams,
    output: eventSchema,
    errors: ['event_not_found'],
  }),
  getCalendar: endpoint({
    method: 'GET',
    path: '/api/pricing/calendar/:eventId',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Lowest price and status of each day with sessions still to come',
    params: eventParams,
    output: z.object({ success: z.literal(true), data: calendarSchema }),
    errors: ['event_not_found'],
    errorShape: 'message',
  }),
  getDailyPrices: endpoint({
    method: 'GET',
    path: '/api/price/daily',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Sessions, prices and places of one event on one day',
    query: z.pipe(
      z.object({ eventId: z.optional(z.string()), date: z.optional(z.string()) }).check(
        z.refine((query) => Boolean(query.eventId && query.date), {
          error: 'Event ID and date are required',
        }),
      ),
      z.object({ eventId: uuid, date: calendarDate }),
    ),
    output: z.object({ success: z.literal(true), data: dailyPriceSchema }),
    errors: ['event_not_found'],
    errorShape: 'message',
  }),
  getSessionPrices: endpoint({
    method: 'GET',
    path: '/api/pricing/sessions/:eventId/prices',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Withdrawn: use /api/price/daily',
    params: eventParams,
    output: z.object({}),
    errors: ['deprecated'],
  }),
  getFeeSet: endpoint({
    method: 'GET',
    path: '/api/fee-sets/:feeSetId',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'A service fee',
    params: z.object({ feeSetId: uuid }),
    output: feeSetSchema,
    errors: ['fee_set_not_found'],
  }),
  listTicketGroups: endpoint({
    method: 'GET',
    path: '/api/ticket-groups',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Ticket groups of an event',
    query: eventQuery,
    output: z.array(ticketGroupSchema),
    errors: ['event_not_found'],
  }),
  listTicketTypes: endpoint({
    method: 'GET',
    path: '/api/ticket-types',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Ticket types of an event or of one group, archived ones left out',
    query: z.object({ eventId: z.optional(uuid), ticketGroupId: z.optional(uuid) }).check(
      z.refine((query) => Boolean(query.eventId ?? query.ticketGroupId), {
        error: 'Required',
        path: ['eventId'],
      }),
    ),
    output: z.array(ticketTypeSchema),
    errors: ['event_not_found'],
  }),
  listAddOns: endpoint({
    method: 'GET',
    path: '/api/add-ons',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Add-ons of an event',
    query: eventQuery,
    output: z.array(addOnSchema),
    errors: ['event_not_found'],
  }),
  getInventory: endpoint({
    method: 'GET',
    path: '/api/inventory/summary',
    access: PUBLIC,
    admission: 'read',
    limits: READ,
    summary: 'Counts per session and ticket type, for sessions still to come',
    query: eventQuery,
    output: inventorySchema,
    errors: ['event_not_found'],
  }),
} as const

/**
 * What changes while one looks: `text/event-stream`. Each message has the event's version as its id,
 * and `Last-Event-ID` (or `since`) continues after it. A message named `hello` says that nothing is
 * missing, one named `reset` that too much is: fetch again.
 */
export const liveAvailability = endpoint({
  method: 'GET',
  path: '/api/events/:eventId/live',
  access: PUBLIC,
  admission: 'read',
  limits: STREAM,
  summary: 'Changes of places and prices of one event, as they happen',
  params: eventParams,
  query: z.object({
    since: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: 'Must be a version' }))),
  }),
  output: liveChangesSchema,
  errors: ['event_not_found'],
})
