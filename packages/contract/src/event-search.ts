import { EVENT_CATEGORIES, EVENT_SORTS, NEAR_DAY_NAMES, SEARCH_LIMITS } from '@foyer/domain'
import * as z from 'zod/mini'
import { PUBLIC } from './access.ts'
import { eventSchema } from './catalog.ts'
import { endpoint } from './endpoint.ts'
import { calendarDate, text, uuid } from './fields.ts'
import { READ, SEARCH } from './limits.ts'

const count = z.int()

/** A number in a query string, from 0 to `maximum`. */
const numberUpTo = (maximum: number, pattern: RegExp) =>
  z.string().check(
    z.refine((given) => pattern.test(given) && Number(given) <= maximum, {
      error: `Must be a number from 0 to ${maximum}`,
    }),
  )

const WHOLE = /^\d{1,6}$/
const AMOUNT = /^\d{1,8}(\.\d{1,2})?$/

/**
 * Each facet counts the events found if this value were chosen with all the other filters
 * unchanged.
 */
const facetsSchema = z.object({
  categories: z.array(z.object({ value: z.enum(EVENT_CATEGORIES), count })),
  cities: z.array(z.object({ value: z.string(), count })),
  /**
   * `value`: an upper bound for the price of the cheapest ticket with fees, in major units; 0 counts
   * the free events.
   */
  prices: z.array(z.object({ value: z.number(), count })),
  /** Events found at any price, under all the other filters. */
  anyPrice: count,
})

export const eventPageSchema = z.object({
  events: z.array(eventSchema),
  /** Events found, over all pages. */
  total: count,
  /**
   * The spelling that was searched for instead; with no results, a spelling that would find some.
   */
  nearest: z.nullable(z.string()),
  facets: facetsSchema,
})
export type EventPage = z.output<typeof eventPageSchema>

export const eventSearch = {
  searchEvents: endpoint({
    method: 'GET',
    path: '/api/events/search',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: SEARCH,
    summary: 'Published events by words of their names, places and texts, with filters and counts',
    query: z
      .object({
        /**
         * Each word must be a prefix, or a near spelling, of a word of the event's name, line-up,
         * category, venue or city, or a word of its description or story.
         */
        q: z.optional(text(SEARCH_LIMITS.query, 0)),
        category: z.optional(z.enum(EVENT_CATEGORIES)),
        city: z.optional(text(SEARCH_LIMITS.city)),
        /** A venue's id. */
        venue: z.optional(uuid),
        /** Calendar days in the venue's zone, counted from the current one; `NEAR_DAYS` in domain. */
        day: z.optional(z.enum(NEAR_DAY_NAMES)),
        /** Calendar days in the venue's zone, both inclusive. */
        from: z.optional(calendarDate),
        to: z.optional(calendarDate),
        /** The maximum price of the cheapest ticket with fees, in major units; 0 finds free events. */
        maxPrice: z.optional(numberUpTo(10_000_000, AMOUNT)),
        /** By default 'relevance' if `q` is set, else 'date'. */
        sort: z.optional(z.enum(EVENT_SORTS)),
        /**
         * 'coming' (the default) finds events with a future session; 'all' lists past events last.
         */
        when: z.optional(z.enum(['coming', 'all'])),
        offset: z.optional(numberUpTo(SEARCH_LIMITS.offset, WHOLE)),
        limit: z.optional(numberUpTo(SEARCH_LIMITS.page, WHOLE)),
      })
      .check(
        z.refine(({ from, to }) => !from || !to || from <= to, {
          error: 'Must not be before the first day',
          path: ['to'],
        }),
      ),
    output: eventPageSchema,
    errors: [],
  }),
  getSimilarEvents: endpoint({
    method: 'GET',
    path: '/api/events/:eventId/similar',
    access: PUBLIC,
    reads: 'recent',
    admission: 'read',
    limits: READ,
    summary: 'Events with tickets left that are most like one event, four at most',
    params: z.object({ eventId: uuid }),
    output: z.array(eventSchema),
    errors: ['event_not_found'],
  }),
} as const
