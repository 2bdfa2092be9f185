import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readListSearch, readShown } from './list-search.ts'
import { loadEvents, loadSearch } from './loaders.ts'
import { root } from './root-route.ts'

const failed = lazyRouteComponent(() => import('./routes/event-list.tsx'), 'EventListError')

/** The list that comes by itself. */
const programme = (path: '/' | '/events-api') =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readShown,
    // What was opened is asked for on arrival alone; from then on the screen adds to it.
    loader: ({ context, location }) => loadEvents(context, readShown(location.search)),
    component: lazyRouteComponent(() => import('./routes/event-list.tsx'), 'EventListPage'),
    errorComponent: failed,
    staticData: { modules: ['src/routes/event-list.tsx'] },
  })

/** The list that is searched. */
const searched = (path: '/events' | '/testflow') =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readListSearch,
    loader: ({ context, location }) => loadSearch(context, readListSearch(location.search)),
    component: lazyRouteComponent(() => import('./routes/event-search.tsx'), 'EventSearchPage'),
    errorComponent: failed,
    staticData: { modules: ['src/routes/event-search.tsx'] },
  })

/** The same list; demonstrations put their test buttons above it. */
export const testFlowRoute = searched('/testflow')

export const listRoutes = [
  programme('/'),
  programme('/events-api'),
  searched('/events'),
  testFlowRoute,
] as const
