import { ApiError, type EventPage } from '@foyer/contract'
import { UUID_PATTERN } from '@foyer/domain'
import type { InfiniteData } from '@tanstack/react-query'
import { criteriaOf, type EventCriteria, type ListSearch, shownOf } from '../routing/list-search.ts'
import { NOT_FOUND, type Refusal } from '../routing/route.ts'
import type { RouterContext } from '../shared/app-context.tsx'
import { fetchFailed } from './error-text.ts'
import { calendarQuery, EVENT_LISTS, eventQuery, eventsQuery } from './queries.ts'

const COMING: EventCriteria = {}
const PAST: EventCriteria = { when: 'all' }

/**
 * The coming events or, where there is none, those that are over. Throws what the call throws: the
 * list's error card then stands in for the page.
 */
export async function loadEvents(context: RouterContext, search: ListSearch): Promise<undefined> {
  const coming = await loadEventPages(context, COMING, search)
  if (coming === 0) await loadEventPages(context, PAST, search)
}

export interface EventList {
  criteria: EventCriteria
  /** When the events were read, in milliseconds: 'upcoming' is judged by it on both sides. */
  asOf: number
}

/** What {@link loadEvents} came to. */
export function loadedEvents({ app, queryClient }: RouterContext): EventList {
  const stateOf = (criteria: EventCriteria) =>
    queryClient.getQueryState(eventsQuery(app, criteria).queryKey)
  const coming = stateOf(COMING)
  const criteria = coming?.data?.pages[0]?.total === 0 ? PAST : COMING
  return { criteria, asOf: stateOf(criteria)?.dataUpdatedAt ?? 0 }
}

/**
 * The first page of what is searched for. In the browser the screen opens at once, with what was
 * found before until the answer comes; it then shows a failure by itself.
 */
export async function loadSearch(context: RouterContext, search: ListSearch): Promise<undefined> {
  if (import.meta.env.SSR) await loadEventPages(context, criteriaOf(search), search)
}

/** Answers how many there are in all. */
async function loadEventPages(
  { app, queryClient }: RouterContext,
  criteria: EventCriteria,
  search: ListSearch,
): Promise<number> {
  const query = eventsQuery(app, criteria, shownOf(search))
  const { pages } = await queryClient.ensureInfiniteQueryData({ ...query, revalidateIfStale: true })
  return pages[0]?.total ?? 0
}

/** Refuses an id that is none or that this tenant does not know; throws where it can't be asked. */
export async function loadEvent(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<Refusal | undefined> {
  if (!UUID_PATTERN.test(eventId)) return NOT_FOUND
  const query = eventQuery(app, eventId)
  // A list carries whole events: coming from it, the page needs no further call.
  const lists = queryClient.getQueriesData<InfiniteData<EventPage>>({ queryKey: EVENT_LISTS })
  const listed = lists
    .flatMap(([, list]) => list?.pages ?? [])
    .flatMap((page) => page.events)
    .find(({ id }) => id === eventId)
  if (listed) queryClient.setQueryData(query.queryKey, (known) => known ?? listed)
  try {
    await queryClient.ensureQueryData(query)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOT_FOUND
    throw new Error(fetchFailed.event(), { cause: error })
  }
}

/**
 * Runs before the visit too, as soon as a link to the event is hovered, focused or touched. The
 * server's page has the prices in it; in the browser the screen opens at once and shows them as
 * they come. A failure is only logged (by the query cache): the calendar offers its own retry.
 */
export function loadCalendar(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<void> | undefined {
  if (!UUID_PATTERN.test(eventId)) return
  const prices = queryClient.prefetchQuery(calendarQuery(app, eventId))
  return import.meta.env.SSR ? prices : undefined
}
