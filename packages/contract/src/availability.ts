import {
  DATE_STATUSES,
  INVENTORY_AVAILABILITIES,
  OFFER_AVAILABILITIES,
  SHUT_STATUSES,
} from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { endpoint } from './endpoint.ts'
import { accessToken, calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { READ, STREAM } from './limits.ts'
import { eventSaleSchema } from './sales.ts'

export const calendarSchema = z.object({
  dates: z.record(
    calendarDate,
    z.object({
      /** A day has no row of its own: its id is the event's, with the date. */
      id: z.string(),
      /** Lowest price of one ticket without fees, major units; null if none is known or for sale. */
      minPrice: z.nullable(z.number()),
      /** The same price with fees, in minor units. */
      allInMinor: z.nullable(minorAmount),
      status: z.enum(DATE_STATUSES),
      /** When the day starts to be sold; absent if it has, or never will. */
      opensAt: z.optional(instant),
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
      /** In major units without fees; also 0 for a type without a price. */
      lowest_price: z.number(),
      /** In minor units with fees; null if not priced yet. */
      lowest_all_in_minor: z.nullable(minorAmount),
      /** The fee within `lowest_all_in_minor`, in minor units; null if not priced yet. */
      fee_minor: z.nullable(minorAmount),
      /** The tax within it that comes on top of price and fee; null if not priced yet. */
      tax_minor: z.nullable(minorAmount),
      /**
       * How much more `lowest_all_in_minor` is than that of the day's cheapest type, in minor
       * units; null if not priced yet.
       */
      more_minor: z.nullable(minorAmount),
      availability: z.enum(OFFER_AVAILABILITIES),
      /** Why it is 'unavailable': it is not sold to this buyer now in any session of the day. */
      status: z.optional(z.enum(SHUT_STATUSES)),
      /** When it starts to be sold; absent if it has, or never will. */
      opens_at: z.optional(instant),
      /**
       * The most tickets of this type that any one session of the day has left; null means without
       * limit.
       */
      available_count: z.nullable(z.int()),
      /** Tickets of this type left over all sessions of the day; null means without limit. */
      left_on_day: z.nullable(z.int()),
      /** Whether most of the day's tickets of this type are gone. */
      is_scarce: z.boolean(),
    }),
  ),
  sessions: z.record(
    uuid,
    z.object({
      session_id: uuid,
      start_time: instant,
      end_time: instant,
      session_name: z.string(),
      /** The room of the venue; absent if it is in none. */
      room_name: z.optional(z.string()),
      /** Wall-clock start in the venue's zone, '7:00 PM'. */
      local_time: z.string(),
      /** Why nothing of it is sold to this buyer now; absent from a session that is on sale. */
      status: z.optional(z.enum(SHUT_STATUSES)),
      /** Places left over all types; a ticket takes one or several. Null means without limit. */
      available_count: z.nullable(z.int()),
      /** The same number under the name of the specification. */
      ticketsRemaining: z.nullable(z.int()),
      /** Whether anything is left of what is on sale. */
      available: z.boolean(),
      ticket_prices: z.array(
        z.object({
          ticket_type_id: uuid,
          /** In major units without fees; also 0 for a type without a price. */
          price: z.number(),
          /** In minor units with fees; null if not priced yet. */
          all_in_minor: z.nullable(minorAmount),
          /** Whole tickets that fit; null means without limit. */
          available_count: z.nullable(z.int()),
          /** How many places one ticket takes; absent if it is one. */
          places: z.optional(z.int()),
          /** Tickets of this type that the session had at first; null means without limit. */
          capacity: z.nullable(z.int()),
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
        /** 'unavailable': it is not sold in this session now. */
        availability: z.enum(INVENTORY_AVAILABILITIES),
      }),
    ),
  }),
)

export type InventoryView = z.output<typeof inventorySchema>

/** Another session of the event with enough tickets left for the whole party. */
export const alternativeSchema = z.object({
  sessionId: uuid,
  date: calendarDate,
  startsAt: instant,
  /** Wall-clock start in the venue's zone, '7:00 PM'. */
  localTime: z.string(),
  /** Tickets left over all types; null means without limit. */
  availableCount: z.nullable(z.int()),
  /**
   * Lowest price of one of the requested tickets with fees, in minor units. Null if not priced yet.
   */
  fromAllInMinor: z.nullable(minorAmount),
})
export type Alternative = z.output<typeof alternativeSchema>

/**
 * A message of an event's live stream. It lists only what changed, each with its complete current
 * values.
 */
export const liveChangesSchema = z.object({
  sessions: z.record(
    uuid,
    z.object({
      /** Tickets left over all types; null means without limit. */
      room: z.nullable(z.int()),
      types: z.record(uuid, z.nullable(z.int())),
    }),
  ),
  days: z.record(
    calendarDate,
    z.object({
      status: z.enum(DATE_STATUSES),
      /** Lowest price of one ticket with fees, in minor units; null if none is known or for sale. */
      allInMinor: z.nullable(minorAmount),
    }),
  ),
  /** Whether the event can be bought, where it is not simply on sale. */
  sale: z.optional(eventSaleSchema),
})
export type LiveChanges = z.output<typeof liveChangesSchema>

const eventQuery = z.object({ eventId: uuid })
const eventParams = z.object({ eventId: uuid })

/** Reads of availability by day and by session. */
export const availability = {
  getCalendar: endpoint({
    method: 'GET',
    path: '/api/pricing/calendar/:eventId',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Lowest price and status of each day with sessions still to come',
    params: eventParams,
    query: z.object({ access: accessToken }),
    output: z.object({ success: z.literal(true), data: calendarSchema }),
    errors: ['event_not_found', 'access_code_not_valid'],
    errorShape: 'message',
  }),
  getDailyPrices: endpoint({
    method: 'GET',
    path: '/api/price/daily',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Sessions, prices and places of one event on one day',
    query: z.pipe(
      z
        .object({
          eventId: z.optional(z.string()),
          date: z.optional(z.string()),
          access: accessToken,
        })
        .check(
          z.refine((query) => Boolean(query.eventId && query.date), {
            error: 'Event ID and date are required',
          }),
        ),
      z.object({ eventId: uuid, date: calendarDate, access: accessToken }),
    ),
    output: z.object({ success: z.literal(true), data: dailyPriceSchema }),
    errors: ['event_not_found', 'access_code_not_valid'],
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
  getInventory: endpoint({
    method: 'GET',
    path: '/api/inventory/summary',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Counts per session and ticket type, for sessions still to come',
    query: eventQuery,
    output: inventorySchema,
    errors: ['event_not_found', 'access_code_not_valid'],
  }),
} as const

/**
 * Live changes of availability as `text/event-stream`. Each message has the event's version as its
 * id, and `Last-Event-ID` (or `since`) continues after it. A message named `hello` says that the
 * client has missed nothing; one named `reset` says that it has missed too much and must fetch
 * again.
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
