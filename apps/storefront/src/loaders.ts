import { ApiError, type EventView } from '@foyer/contract'
import { UUID_PATTERN } from '@foyer/domain'
import { notFound } from '@tanstack/react-router'
import type { RouterContext } from './app-context.tsx'
import { calendarQuery, eventQuery, eventsQuery } from './queries.ts'

export interface EventList {
  events: readonly EventView[]
  /** When the events were read, in milliseconds: 'upcoming' is judged by it on both sides. */
  asOf: number
}

/** Throws what the call throws: the list's error card then stands in for the page. */
export async function loadEvents({ app, queryClient }: RouterContext): Promise<EventList> {
  const query = eventsQuery(app)
  const events = await queryClient.ensureQueryData({ ...query, revalidateIfStale: true })
  return { events, asOf: queryClient.getQueryState(query.queryKey)?.dataUpdatedAt ?? 0 }
}

/** Throws the router's not-found for an id that is none or that this tenant does not know. */
export async function loadEvent(
  { app, queryClient }: RouterContext,
  eventId: string,
): Promise<void> {
  if (!UUID_PATTERN.test(eventId)) throw notFound()
  const query = eventQuery(app, eventId)
  // The list carries whole events: coming from it, the page needs no further call.
  const events = queryClient.getQueryData(eventsQuery(app).queryKey)
  const listed = events?.find(({ id }) => id === eventId)
  if (listed) queryClient.setQueryData(query.queryKey, (known) => known ?? listed)
  try {
    await queryClient.ensureQueryData(query)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) throw notFound()
    throw error
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
