import { ApiError, venues } from '@foyer/contract'
import { UUID_PATTERN } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import type { ListSearch } from '../routing/list-search.ts'
import { NOT_FOUND, type Refusal } from '../routing/route.ts'
import type { AppContext, RouterContext } from '../shared/app-context.tsx'
import { loadEventPages } from './loaders.ts'

// Not in queries.ts and loaders.ts, which are in every first load.

export const venueQuery = ({ call }: AppContext, venueId: string) =>
  queryOptions({
    queryKey: ['venue', venueId],
    queryFn: ({ signal }) => call(venues.getVenue, { params: { venueId }, signal }),
  })

/**
 * Loads a venue and the coming events at it. Refuses an id that is malformed or unknown to this
 * tenant; throws what the calls throw.
 */
export async function loadVenue(
  context: RouterContext,
  venueId: string,
  search: ListSearch,
): Promise<Refusal | undefined> {
  if (!UUID_PATTERN.test(venueId)) return NOT_FOUND
  const { app, queryClient } = context
  try {
    await Promise.all([
      queryClient.ensureQueryData(venueQuery(app, venueId)),
      loadEventPages(context, { venue: venueId }, search),
    ])
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return NOT_FOUND
    throw error
  }
}
