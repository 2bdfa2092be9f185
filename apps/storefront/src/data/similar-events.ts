import { eventSearch } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../shared/app-context.tsx'
import { MINUTE } from './event-queries.ts'

// Not in queries.ts, which is in every first load.

/** Events with tickets left that are most like an event. */
export const similarQuery = ({ call }: AppContext, eventId: string) =>
  queryOptions({
    queryKey: ['similar', eventId],
    queryFn: ({ signal }) => call(eventSearch.getSimilarEvents, { params: { eventId }, signal }),
    staleTime: 5 * MINUTE,
  })
