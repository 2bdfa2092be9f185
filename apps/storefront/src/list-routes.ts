import { readListSearch, readShown } from './list-search.ts'
import { loadEvents, loadSearch } from './loaders.ts'
import { lazyScreen } from './navigation/lazy-screen.ts'
import type { Route } from './navigation/route.ts'

const EventListPage = lazyScreen(
  async () => (await import('./routes/event-list.tsx')).EventListPage,
)
const EventSearchPage = lazyScreen(
  async () => (await import('./routes/event-search.tsx')).EventSearchPage,
)
const EventListError = lazyScreen(
  async () => (await import('./routes/event-list.tsx')).EventListError,
)

/** The list that comes by itself. */
const programme = (path: '/' | '/events-api'): Route => ({
  path,
  readSearch: readShown,
  // What was opened is asked for on arrival alone; from then on the screen adds to it.
  load: ({ context, search }) => loadEvents(context, readShown(search)),
  screen: EventListPage,
  failed: EventListError,
  modules: ['src/routes/event-list.tsx'],
})

/** The list that is searched. */
const searched = (path: '/events' | '/testflow'): Route => ({
  path,
  readSearch: readListSearch,
  load: ({ context, search }) => loadSearch(context, readListSearch(search)),
  screen: EventSearchPage,
  failed: EventListError,
  modules: ['src/routes/event-search.tsx'],
})

/** The same list; demonstrations put their test buttons above it. */
export const testFlowRoute = searched('/testflow')

export const listRoutes: readonly Route[] = [
  programme('/'),
  programme('/events-api'),
  searched('/events'),
  testFlowRoute,
]
