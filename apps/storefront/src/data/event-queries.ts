import {
  ApiError,
  availability,
  type CalendarView,
  type Client,
  catalog,
  type EventDetailView,
  type EventView,
  eventSearch,
} from '@foyer/contract'
import { EVENTS_PAGE_SIZE, isCalendarDate } from '@foyer/domain'
import {
  type DefaultOptions,
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import type { EventCriteria } from '../routing/list-search.ts'
import type { AppContext } from '../shared/app-context.tsx'
import { accessOf } from './access.ts'
import { fetchFailed } from './error-text.ts'

export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** Data never goes stale by itself, nothing refetches on focus, one retry. */
export const QUERY_DEFAULTS: DefaultOptions = {
  queries: {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    retry: 1,
  },
  mutations: { retry: 1 },
}

/** The text that is logged when a query failed. */
interface FailureMeta extends Record<string, unknown> {
  failed?: (error: unknown) => string
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta
  }
}

/** The cache of the pages' data. A query with `meta.failed` is logged with that text if it fails. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: QUERY_DEFAULTS,
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.failed) console.error(meta.failed(error), error.message)
      },
    }),
  })

/** Makes the client log each refusal, so that a buyer's report contains it. */
export const withLog =
  (call: Client): Client =>
  async (endpoint, input) => {
    try {
      return await call(endpoint, input)
    } catch (error) {
      if (error instanceof ApiError) console.error(error.message)
      throw error
    }
  }

/** The first element of the keys of all event lists. */
export const EVENT_LISTS = ['events'] as const

/**
 * One factory per GET call, named after it, so that loaders and components share key and freshness.
 * Events come in pages, so that a tenant with thousands of events sends a dozen at first. `first`
 * is how many the first page holds, if a link or a reload asks for all that was open.
 */
export const eventsQuery = (
  { call }: AppContext,
  criteria: EventCriteria = {},
  first = EVENTS_PAGE_SIZE,
) =>
  infiniteQueryOptions({
    queryKey: [...EVENT_LISTS, criteria],
    queryFn: ({ pageParam: offset, signal }) =>
      call(eventSearch.searchEvents, {
        query: {
          ...criteria,
          offset: String(offset),
          limit: String(offset === 0 ? first : EVENTS_PAGE_SIZE),
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.events.length, 0)
      return last.events.length > 0 && loaded < last.total ? loaded : undefined
    },
    staleTime: 5 * MINUTE,
    refetchOnMount: false,
    meta: { failed: fetchFailed.events },
  })

/** An event as a list or its own call answered it: lists leave out what only its own page shows. */
export type KnownEvent = EventView &
  Partial<Pick<EventDetailView, 'changePolicy' | 'facts' | 'previewPath' | 'sale'>>

export const eventQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['event', eventId],
    queryFn: ({ signal }): Promise<KnownEvent> =>
      call(catalog.getEvent, { params: { eventId }, signal }),
    meta: { failed: fetchFailed.event },
  })

export const calendarQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['calendar', eventId],
    queryFn: async ({ signal }) =>
      withRealDays(
        (
          await call(availability.getCalendar, {
            params: { eventId },
            query: { access: accessOf(eventId) },
            signal,
          })
        ).data,
      ),
    staleTime: 5 * MINUTE,
    meta: { failed: fetchFailed.calendar },
  })

/** A day that does not exist would break every text about it, so the calendar counts as not loaded. */
function withRealDays(calendar: CalendarView): CalendarView {
  const wrong = Object.keys(calendar.dates).find((day) => !isCalendarDate(day))
  if (wrong !== undefined) throw new RangeError(`No such day: ${wrong}`)
  return calendar
}
