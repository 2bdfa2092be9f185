import { loadEvents, loadSearch } from '../data/loaders.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { readListSearch, readShown } from '../routing/list-search.ts'
import type { Route } from '../routing/route.ts'

const EventListPage = lazyScreen(async () => (await import('./event-list.tsx')).EventListPage)
const EventSearchPage = lazyScreen(async () => (await import('./event-search.tsx')).EventSearchPage)
const EventListError = lazyScreen(
  async () => (await import('./event-list-error.tsx')).EventListError,
)

/** The list without a search. */
const programme = (path: '/' | '/events-api'): Route => ({
  path,
  readSearch: readShown,
  // Only the first visit loads what was open; afterwards the screen adds pages itself.
  load: ({ context, search }) => loadEvents(context, readShown(search)),
  screen: EventListPage,
  failed: EventListError,
  modules: ['src/routes/event-list.tsx'],
})

/** The list with search and filters. */
const searched = (path: '/events' | '/testflow'): Route => ({
  path,
  readSearch: readListSearch,
  load: ({ context, search }) => loadSearch(context, readListSearch(search)),
  screen: EventSearchPage,
  failed: EventListError,
  modules: ['src/routes/event-search.tsx'],
})

/** The same list; the demonstrations add their test buttons above it. */
export const testFlowRoute = searched('/testflow')

const venue: Route = {
  path: '/venues/$venueId',
  readSearch: readShown,
  load: async ({ context, params: { venueId = '' }, search }) => {
    const { loadVenue } = await import('../data/venues.ts')
    return loadVenue(context, venueId, readShown(search))
  },
  screen: lazyScreen(async () => (await import('./venue.tsx')).VenuePage),
  notFound: lazyScreen(async () => (await import('./venue.tsx')).VenueNotFound),
  failed: EventListError,
  modules: ['src/routes/venue.tsx'],
}

export const listRoutes: readonly Route[] = [
  programme('/'),
  programme('/events-api'),
  searched('/events'),
  testFlowRoute,
  venue,
]
