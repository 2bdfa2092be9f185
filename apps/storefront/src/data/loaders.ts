import { ApiError, type EventPage } from '@foyer/contract'
import { UUID_PATTERN } from '@foyer/domain'
import type { InfiniteData } from '@tanstack/react-query'
import { criteriaOf, type EventCriteria, type ListSearch, shownOf } from '../routing/list-search.ts'
import { NOT_FOUND, type Refusal } from '../routing/route.ts'
import type { RouterContext } from '../shared/app-context.tsx'
import { fetchFailed } from './error-text.ts'
import { calendarQuery, EVENT_LISTS, eventQuery, eventsQuery } from './event-queries.ts'
import { similarQuery } from './similar-events.ts'

const COMING: EventCriteria = {}
const PAST: EventCriteria = { when: 'all' }

/**
 * Loads the coming events or, if there are none, the past ones. Throws what the call throws: the
 * list's error card then replaces the page.
 */
export async function loadEvents(context: RouterContext, search: ListSearch): Promise<undefined> {
  const coming = await loadEventPages(context, COMING, search)
  if (coming === 0) await loadEventPages(context, PAST, search)
}

export interface EventList {
  criteria: EventCriteria
  /**
   * When the events were read, in milliseconds. Server and browser judge 'upcoming' by it, so that
   * they agree.
   */
  asOf: number
}

/** The list that {@link loadEvents} has loaded. */
export function loadedEvents({ app, queryClient }: RouterContext): EventList {
  const stateOf = (criteria: EventCriteria) =>
    queryClient.getQueryState(eventsQuery(app, criteria).queryKey)
  const coming = stateOf(COMING)
  const criteria = coming?.data?.pages[0]?.total === 0 ? PAST : COMING
  return { criteria, asOf: stateOf(criteria)?.dataUpdatedAt ?? 0 }
}

/**
 * Loads the first page of the search results on the server. In the browser the screen opens at
 * once, shows the previous results until the answer arrives, and shows a failure itself.
 */
export async function loadSearch(context: RouterContext, search: ListSearch): Promise<undefined> {
  if (import.meta.env.SSR) await loadEventPages(context, criteriaOf(search), search)
}

/** Returns the total number of events. */
export async function loadEventPages(
  { app, queryClient }: RouterContext,
  criteria: EventCriteria,
  search: ListSearch,
): Promise<number> {
  const query = eventsQuery(app, criteria, shownOf(search))
  const { pages } = await queryClient.ensureInfiniteQueryData({ ...query, revalidateIfStale: true })
  return pages[0]?.total ?? 0
}

/**
 * Refuses an id that is malformed or unknown to this tenant. Throws if the server cannot be
 * reached.
 */
export async function loadEvent(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<Refusal | undefined> {
  if (!UUID_PATTERN.test(eventId)) return NOT_FOUND
  const query = eventQuery(app, eventId)
  // From a list the page opens at once with what the list knows, and the facts follow.
  const lists = queryClient.getQueriesData<InfiniteData<EventPage>>({ queryKey: EVENT_LISTS })
  const listed = lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.events)
    .find(({ id }) => id === eventId)
  if (listed) queryClient.setQueryData(query.queryKey, (known) => known ?? listed)
  const known = queryClient.getQueryData(query.queryKey)
  if (known && !known.facts) void queryClient.prefetchQuery({ ...query, staleTime: 0 })
  try {
    await queryClient.ensureQueryData(query)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOT_FOUND
    throw new Error(fetchFailed.event(), { cause: error })
  }
}

/**
 * Also runs before the visit, as soon as a link to the event is hovered, focused or touched. On the
 * server the page waits for the prices; in the browser the screen opens at once and shows them when
 * they arrive. A failure is only logged (by the query cache), since the calendar offers its own
 * retry.
 */
export function loadCalendar(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<void> | undefined {
  if (!UUID_PATTERN.test(eventId)) return
  const prices = queryClient.prefetchQuery(calendarQuery(app, eventId))
  return import.meta.env.SSR ? prices : undefined
}

/**
 * Suggestions are below the fold: the server renders them, so that nothing moves when they arrive,
 * and in the browser their component loads them. A failure leaves them out.
 */
export function loadSimilar(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<void> | undefined {
  if (import.meta.env.SSR) return queryClient.prefetchQuery(similarQuery(app, eventId))
}
