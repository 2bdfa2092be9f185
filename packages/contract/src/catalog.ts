import { EVENT_CATEGORIES, EVENT_STATUSES, TYPE_SALES_PHASES } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { changePolicySchema } from './change-policies.ts'
import { endpoint } from './endpoint.ts'
import { accessToken, calendarDate, currency, instant, minorAmount, uuid } from './fields.ts'
import { READ } from './limits.ts'
import { eventSaleSchema } from './sales.ts'
import { venueFactsSchema } from './venues.ts'

/**
 * Naming conventions are mixed on purpose: the specification's calls define these names on the
 * wire.
 */
export const eventSchema = z.object({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  category: z.enum(EVENT_CATEGORIES),
  /**
   * The first start on the next day with tickets left, or of the next session if all are sold out, or
   * of the last one if all are past or were called off; null if none was ever planned.
   */
  date: z.nullable(instant),
  startTime: z.nullable(z.string()),
  location: z.string(),
  /**
   * The event's picture, below the tenant's pages: its poster, or the organizer's picture in its
   * place.
   */
  imageUrl: z.string(),
  /** What the organizer's picture shows; null for a drawn poster. */
  picture: z.nullable(z.object({ alt: z.string() })),
  /** Lowest price of one ticket without fees, major units. */
  staticPrice: z.nullable(z.number()),
  /** Lowest price of one ticket with fees, in minor units: the price on an event card. */
  fromAllInMinor: z.nullable(minorAmount),
  currency,
  priceLibraryId: z.nullable(z.string()),
  isTimedEntry: z.boolean(),
  useContinuousCalendar: z.boolean(),
  calendarStartDate: z.nullable(calendarDate),
  calendarEndDate: z.nullable(calendarDate),
  showPriceDifference: z.boolean(),
  /** What can be bought of the event as a whole; `SALE_STATUSES` in domain has the words. */
  status: z.enum(EVENT_STATUSES),
  /** The start that was announced for the session of `date` before it was moved; absent from lists. */
  movedFrom: z.optional(instant),
  sessionCount: z.int(),
  venueId: uuid,
  venue_name: z.string(),
  venue_city: z.string(),
  venue_state: z.string(),
  venue_address: z.string(),
  venue_postal_code: z.string(),
  venue_country: z.string(),
  venue_timezone: z.string(),
  /** The venue's picture or map, uncropped: its address below the tenant's pages, and its pixels. */
  venue_picture: z.nullable(
    z.object({ url: z.string(), alt: z.string(), width: z.int(), height: z.int() }),
  ),
  fee_set_id: z.nullable(uuid),
})
export type EventView = z.output<typeof eventSchema>

/** What the page of an event says beside its name and description; lists leave it out. */
const eventFactsSchema = z.object({
  /** Paragraphs separated by empty lines. */
  story: z.nullable(z.string()),
  /** How many minutes before a session its doors open. */
  doorsMinutes: z.nullable(z.int()),
  /** In years; 0 is for all ages, null is not stated. */
  minimumAge: z.nullable(z.int()),
  ageNote: z.nullable(z.string()),
  /** What the event offers to people with disabilities, a line each. */
  accessNotes: z.array(z.string()),
  lineUp: z.array(
    z.object({
      name: z.string(),
      role: z.nullable(z.string()),
      /** Wall-clock time at the venue, 'HH:MM'. */
      time: z.nullable(z.string()),
    }),
  ),
  /** How long the next sessions last: the shortest and the longest of them. Null if none is planned. */
  durationMinutes: z.nullable(z.object({ shortest: z.int(), longest: z.int() })),
  /** The times of day at which the next sessions start, 'HH:MM' at the venue, earliest first. */
  startTimes: z.array(z.string()),
  /** The room of the venue that all of them are in; absent if they differ, or are in none. */
  room: z.optional(z.string()),
  venue: venueFactsSchema,
})
export type EventFactsView = z.output<typeof eventFactsSchema>

const eventDetailSchema = z.extend(eventSchema, {
  /** What messengers show of a link to the event, below the tenant's pages: 1200 x 630. */
  previewPath: z.string(),
  /**
   * The venue's name and place once more, as some clients spell them. Lists leave them out, which would
   * only grow by them.
   */
  venueName: z.string(),
  venueCity: z.string(),
  venueState: z.string(),
  /**
   * What buyers may change, by the rules of the event and its organizer. Null: the default policy,
   * which nearly all events have, so that the cached answer stays small.
   */
  changePolicy: z.nullable(changePolicySchema),
  facts: eventFactsSchema,
  /** Absent from an event that is simply on sale, as nearly all are. */
  sale: z.optional(eventSaleSchema),
})
/** Without the other spellings, which our own pages do not read. */
export type EventDetailView = Omit<
  z.output<typeof eventDetailSchema>,
  'venueName' | 'venueCity' | 'venueState'
>

export const feeSetSchema = z.object({
  id: uuid,
  name: z.string(),
  is_active: z.boolean(),
  fee_type: z.enum(['flat', 'percentage']),
  /** In major units of `currency` for a flat fee, in percent for a percentage. */
  fee_amount: z.number(),
  /**
   * The currency of the event that was named, or of the events with this fee set. Of several it is
   * the tenant's, or else the first by name.
   */
  currency,
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
  /** The heading above the types of its group; null if all types are of one group. */
  groupName: z.nullable(z.string()),
  eventId: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  /** In major units without fees; 0 for a dynamic type, whose price depends on the session. */
  price: z.number(),
  /**
   * In minor units with fees; for a dynamic type, the lowest of its sessions. Null if not priced
   * yet.
   */
  allInMinor: z.nullable(minorAmount),
  /**
   * How much more `allInMinor` is than that of the cheapest type of the response, in minor units;
   * null if not priced yet.
   */
  moreMinor: z.nullable(minorAmount),
  /**
   * In minor units without fees; for a dynamic type, the lowest of its sessions. Null if not priced
   * yet.
   */
  lowestPriceMinor: z.nullable(minorAmount),
  quantity: z.int(),
  maxQuantity: z.int(),
  /** How many people one ticket admits; absent if it is one. */
  places: z.optional(z.int()),
  /** A line has at least so many; absent if one ticket is enough. */
  minQuantity: z.optional(z.int()),
  /** A line has a multiple of it: 2 is sold in pairs. Absent if any number is sold. */
  quantityStep: z.optional(z.int()),
  /** Absent from a type that is sold whenever its sessions are. */
  sale: z.optional(z.object({ state: z.enum(TYPE_SALES_PHASES), opensAt: z.nullable(instant) })),
  displayPrice: z.nullable(z.string()),
  isArchived: z.boolean(),
  fee_set_id: z.nullable(uuid),
  pricing_mode: z.enum(['dynamic', 'fixed']),
  /** A square picture, below the tenant's pages. */
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
  /** The quantity left for the whole event; null means without limit. */
  availableCount: z.nullable(z.int()),
})
export type AddOnView = z.output<typeof addOnSchema>

const eventQuery = z.object({ eventId: uuid })
const eventParams = z.object({ eventId: uuid })

/** Events, ticket types, add-ons and fee sets. */
export const catalog = {
  listEvents: endpoint({
    method: 'GET',
    path: '/api/events',
    access: PUBLIC,
    reads: 'recent',
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
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'One event with its venue, its facts, and what its buyers may change',
    params: eventParams,
    output: eventDetailSchema,
    errors: ['event_not_found'],
  }),
  getFeeSet: endpoint({
    method: 'GET',
    path: '/api/fee-sets/:feeSetId',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'A service fee',
    params: z.object({ feeSetId: uuid }),
    query: z.object({ eventId: z.optional(uuid) }),
    output: feeSetSchema,
    errors: ['fee_set_not_found'],
  }),
  listTicketGroups: endpoint({
    method: 'GET',
    path: '/api/ticket-groups',
    access: PUBLIC,
    reads: 'recent',
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
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Ticket types of an event or of one group, archived ones left out',
    query: z
      .object({
        eventId: z.optional(uuid),
        ticketGroupId: z.optional(uuid),
        access: accessToken,
      })
      .check(
        z.refine((query) => Boolean(query.eventId ?? query.ticketGroupId), {
          error: 'Required',
          path: ['eventId'],
        }),
      ),
    output: z.array(ticketTypeSchema),
    errors: ['event_not_found', 'access_code_not_valid'],
  }),
  listAddOns: endpoint({
    method: 'GET',
    path: '/api/add-ons',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Add-ons of an event',
    query: eventQuery,
    output: z.array(addOnSchema),
    errors: ['event_not_found'],
  }),
} as const
