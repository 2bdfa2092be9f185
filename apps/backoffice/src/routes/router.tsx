import { Skeleton, SkeletonGroup } from '@foyer/ui'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { queryClient } from '../data/queries.ts'
import { paths } from '../routing/paths.ts'
import {
  type AuditSearch,
  type ImportSearch,
  type MoneySearch,
  type OrdersSearch,
  readAuditSearch,
  readImportSearch,
  readMoneySearch,
  readOrdersSearch,
  readTeamSearch,
  readVenuesSearch,
  type TeamSearch,
  type VenuesSearch,
} from '../routing/search.ts'
import { couponRoutes } from './coupon-routes.tsx'
import { entranceRoutes } from './entrance-routes.tsx'
import { eventRoutes } from './event-routes.tsx'
import { organizer } from './organizer-route.tsx'
import { personalRoutes } from './personal-routes.tsx'
import { root } from './root.tsx'
import { RouteFailed, RouteMissing } from './route-failed.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { requireMe, signedIn } from './signed-in-route.tsx'

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const { organizers, isOperator } = await requireMe(context.queryClient, '/')
    const [first] = organizers
    if (!first && isOperator) throw redirect(paths.platform())
    throw redirect(first && organizers.length === 1 ? paths.home(first.slug) : paths.organizers())
  },
})

const home = createRoute({
  getParentRoute: () => organizer,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'HomeRoute'),
})

const orders = createRoute({
  getParentRoute: () => organizer,
  path: '/orders',
  validateSearch: (search): OrdersSearch => readOrdersSearch(search),
  component: lazyRouteComponent(() => import('./orders.tsx'), 'OrdersRoute'),
})

const order = createRoute({
  getParentRoute: () => organizer,
  path: '/orders/$orderId',
  component: lazyRouteComponent(() => import('./order.tsx'), 'OrderRoute'),
})

const money = createRoute({
  getParentRoute: () => organizer,
  path: '/money',
  validateSearch: (search): MoneySearch => readMoneySearch(search),
  component: lazyRouteComponent(() => import('./money.tsx'), 'MoneyRoute'),
})

const importExport = createRoute({
  getParentRoute: () => organizer,
  path: '/import',
  validateSearch: (search): ImportSearch => readImportSearch(search),
  component: lazyRouteComponent(() => import('./import.tsx'), 'ImportRoute'),
})

const team = createRoute({
  getParentRoute: () => organizer,
  path: '/team',
  validateSearch: (search): TeamSearch => readTeamSearch(search),
  component: lazyRouteComponent(() => import('./team.tsx'), 'TeamRoute'),
})

const auditLog = createRoute({
  getParentRoute: () => organizer,
  path: '/audit-log',
  validateSearch: (search): AuditSearch => readAuditSearch(search),
  component: lazyRouteComponent(() => import('./audit-log.tsx'), 'AuditLogRoute'),
})

const venues = createRoute({
  getParentRoute: () => organizer,
  path: '/venues',
  validateSearch: (search): VenuesSearch => readVenuesSearch(search),
  component: lazyRouteComponent(() => import('./venues.tsx'), 'VenuesRoute'),
})

const newVenue = createRoute({
  getParentRoute: () => organizer,
  path: '/venues/new',
  validateSearch: ({ next }: Record<string, unknown>): { next?: 'event' } => ({
    next: next === 'event' ? next : undefined,
  }),
  component: lazyRouteComponent(() => import('./venue.tsx'), 'NewVenueRoute'),
})

const venue = createRoute({
  getParentRoute: () => organizer,
  path: '/venues/$venueId',
  component: lazyRouteComponent(() => import('./venue.tsx'), 'VenueRoute'),
})

const routeTree = root.addChildren([
  start,
  entranceRoutes,
  signedIn.addChildren([
    personalRoutes,
    organizer.addChildren([
      home,
      orders,
      order,
      ...eventRoutes,
      venues,
      newVenue,
      venue,
      couponRoutes,
      money,
      settingsRoutes,
      importExport,
      team,
      auditLog,
    ]),
  ]),
])

export const router = createRouter({
  routeTree,
  basepath: '/admin',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteFailed,
  defaultNotFoundComponent: RouteMissing,
  defaultPendingComponent: () => (
    <SkeletonGroup className="mx-auto flex max-w-page flex-col gap-4 px-6 pt-10">
      <Skeleton className="h-8 w-56" />
      <Skeleton className="h-40 w-full" />
    </SkeletonGroup>
  ),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
