import type { Me } from '@foyer/contract'
import { Skeleton, SkeletonGroup } from '@foyer/ui'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { eventQuery, meQuery, organizerQuery, queryClient } from '../data/queries.ts'
import { ownPath, paths } from '../routing/paths.ts'
import {
  type AuditSearch,
  type CouponsSearch,
  type DatesSearch,
  type EventsSearch,
  type ImportSearch,
  type MoneySearch,
  type NewEventSearch,
  type OperatorLogSearch,
  type OrdersSearch,
  type PlatformSearch,
  type ReportSearch,
  readAuditSearch,
  readCouponsSearch,
  readDatesSearch,
  readEventsSearch,
  readImportSearch,
  readMoneySearch,
  readNewEventSearch,
  readOperatorLogSearch,
  readOrdersSearch,
  readPlatformSearch,
  readReportSearch,
  readSimulatorSearch,
  readTeamSearch,
  readVenuesSearch,
  type SimulatorSearch,
  type TeamSearch,
  type VenuesSearch,
} from '../routing/search.ts'
import { entranceRoutes } from './entrance-routes.tsx'
import { root } from './root.tsx'
import { RouteFailed, RouteMissing } from './route-failed.tsx'

/** The person who is signed in; others are led to the sign-in, and back afterwards. */
async function requireMe(queryClient: QueryClient, href: string): Promise<Me> {
  const me = await queryClient.ensureQueryData(meQuery)
  if (me) return me
  throw redirect(paths.signIn({ to: href === '/' ? undefined : ownPath(href) }))
}

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

/** Screens of the person who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => ({
    me: await requireMe(context.queryClient, location.href),
  }),
})

/** Those without an organizer: the choice, a new one, the account. */
const personal = createRoute({
  getParentRoute: () => signedIn,
  id: 'personal',
  component: lazyRouteComponent(() => import('./office-frames.tsx'), 'PersonalFrame'),
})

const organizers = createRoute({
  getParentRoute: () => personal,
  path: '/organizers',
  component: lazyRouteComponent(() => import('./organizers.tsx'), 'ChooseRoute'),
})

const newOrganizer = createRoute({
  getParentRoute: () => personal,
  path: '/organizers/new',
  component: lazyRouteComponent(() => import('./organizers.tsx'), 'RegisterRoute'),
})

const account = createRoute({
  getParentRoute: () => personal,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/account/account-screen.tsx'),
    'AccountScreen',
  ),
})

/** Screens of the platform's operators. */
const platform = createRoute({
  getParentRoute: () => personal,
  path: '/platform',
})

const platformStart = createRoute({
  getParentRoute: () => platform,
  path: '/',
  beforeLoad: () => {
    throw redirect({ ...paths.platform(), replace: true })
  },
})

const operatedList = createRoute({
  getParentRoute: () => platform,
  path: '/organizers',
  validateSearch: (search): PlatformSearch => readPlatformSearch(search),
  component: lazyRouteComponent(() => import('./platform.tsx'), 'OperatedListRoute'),
})

const operated = createRoute({
  getParentRoute: () => platform,
  path: '/organizers/$slug',
  component: lazyRouteComponent(() => import('./platform.tsx'), 'OperatedRoute'),
})

const platformHealth = createRoute({
  getParentRoute: () => platform,
  path: '/health',
  component: lazyRouteComponent(() => import('./platform.tsx'), 'HealthRoute'),
})

const platformLog = createRoute({
  getParentRoute: () => platform,
  path: '/log',
  validateSearch: (search): OperatorLogSearch => readOperatorLogSearch(search),
  component: lazyRouteComponent(() => import('./platform.tsx'), 'OperatorLogRoute'),
})

/** Screens of one organizer. Where a person is no member, the server knows no such organizer. */
const organizer = createRoute({
  getParentRoute: () => signedIn,
  path: '/o/$organizer',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(organizerQuery(params.organizer)),
  component: lazyRouteComponent(() => import('./office-frames.tsx'), 'OrganizerFrame'),
  errorComponent: (failure) => (
    <main>
      <RouteFailed {...failure} />
    </main>
  ),
})

const home = createRoute({
  getParentRoute: () => organizer,
  path: '/',
  component: lazyRouteComponent(() => import('./home.tsx'), 'HomeRoute'),
})

const money = createRoute({
  getParentRoute: () => organizer,
  path: '/money',
  validateSearch: (search): MoneySearch => readMoneySearch(search),
  component: lazyRouteComponent(() => import('./money.tsx'), 'MoneyRoute'),
})

const settings = createRoute({
  getParentRoute: () => organizer,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'SettingsRoute'),
})

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.look(params.organizer), replace: true })
  },
})

const look = createRoute({
  getParentRoute: () => settings,
  path: '/look',
  component: lazyRouteComponent(() => import('./look.tsx'), 'LookRoute'),
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

const events = createRoute({
  getParentRoute: () => organizer,
  path: '/events',
  validateSearch: (search): EventsSearch => readEventsSearch(search),
  component: lazyRouteComponent(() => import('./events.tsx'), 'EventsRoute'),
})

const newEvent = createRoute({
  getParentRoute: () => organizer,
  path: '/events/new',
  validateSearch: (search): NewEventSearch => readNewEventSearch(search),
  component: lazyRouteComponent(() => import('./new-event.tsx'), 'NewEventRoute'),
})

/** The frame of an event. Its tabs are its children, and a line of TABS in event-frame.tsx. */
const event = createRoute({
  getParentRoute: () => organizer,
  path: '/events/$eventId',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(eventQuery(params.organizer, params.eventId)),
  component: lazyRouteComponent(() => import('./event.tsx'), 'EventRoute'),
})

const eventDetails = createRoute({
  getParentRoute: () => event,
  path: '/',
  component: lazyRouteComponent(() => import('./event-details.tsx'), 'EventDetailsRoute'),
})

const eventTickets = createRoute({
  getParentRoute: () => event,
  path: '/tickets',
  component: lazyRouteComponent(() => import('./event-tickets.tsx'), 'EventTicketsRoute'),
})

const eventSales = createRoute({
  getParentRoute: () => event,
  path: '/sales',
  component: lazyRouteComponent(() => import('./event-sales.tsx'), 'EventSalesRoute'),
})

const eventDates = createRoute({
  getParentRoute: () => event,
  path: '/dates',
  validateSearch: (search): DatesSearch => readDatesSearch(search),
  component: lazyRouteComponent(() => import('./dates.tsx'), 'DatesRoute'),
})

const repeatDates = createRoute({
  getParentRoute: () => event,
  path: '/dates/repeat',
  component: lazyRouteComponent(() => import('./repeat-dates.tsx'), 'RepeatRoute'),
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

const coupons = createRoute({
  getParentRoute: () => organizer,
  path: '/coupons',
  component: lazyRouteComponent(() => import('./coupons.tsx'), 'CouponsRoute'),
})

const couponsStart = createRoute({
  getParentRoute: () => coupons,
  path: '/',
  beforeLoad: ({ params }) => {
    throw redirect({ ...paths.couponGroups(params.organizer), replace: true })
  },
})

const couponGroups = createRoute({
  getParentRoute: () => coupons,
  path: '/groups',
  validateSearch: (search): CouponsSearch => readCouponsSearch(search),
  component: lazyRouteComponent(() => import('./coupons.tsx'), 'CouponGroupsRoute'),
})

const couponCodes = createRoute({
  getParentRoute: () => coupons,
  path: '/codes',
  validateSearch: (search): CouponsSearch => readCouponsSearch(search),
  component: lazyRouteComponent(() => import('./coupons.tsx'), 'CouponCodesRoute'),
})

const checkoutRules = createRoute({
  getParentRoute: () => coupons,
  path: '/rules',
  validateSearch: (search): CouponsSearch => readCouponsSearch(search),
  component: lazyRouteComponent(() => import('./coupons.tsx'), 'CheckoutRulesRoute'),
})

const couponReport = createRoute({
  getParentRoute: () => coupons,
  path: '/reports/$subject/$subjectId',
  validateSearch: (search): ReportSearch => readReportSearch(search),
  component: lazyRouteComponent(() => import('./coupon-report.tsx'), 'CouponReportRoute'),
})

const simulator = createRoute({
  getParentRoute: () => coupons,
  path: '/rules/simulator',
  validateSearch: (search): SimulatorSearch => readSimulatorSearch(search),
  component: lazyRouteComponent(() => import('./simulator.tsx'), 'SimulatorRoute'),
})

const address = createRoute({
  getParentRoute: () => settings,
  path: '/address',
  component: lazyRouteComponent(() => import('./address.tsx'), 'AddressRoute'),
})

const policies = createRoute({
  getParentRoute: () => settings,
  path: '/policies',
  component: lazyRouteComponent(() => import('./policies.tsx'), 'PoliciesRoute'),
})

const fees = createRoute({
  getParentRoute: () => settings,
  path: '/fees',
  component: lazyRouteComponent(() => import('./fees.tsx'), 'FeesRoute'),
})

const privacy = createRoute({
  getParentRoute: () => settings,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./privacy.tsx'), 'PrivacyRoute'),
})

const sitePages = createRoute({
  getParentRoute: () => settings,
  path: '/pages',
  component: lazyRouteComponent(() => import('./site-pages.tsx'), 'PagesRoute'),
})

const sitePage = createRoute({
  getParentRoute: () => settings,
  path: '/pages/$page',
  component: lazyRouteComponent(() => import('./site-pages.tsx'), 'SitePageRoute'),
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

const routeTree = root.addChildren([
  start,
  entranceRoutes,
  signedIn.addChildren([
    personal.addChildren([
      organizers,
      newOrganizer,
      account,
      platform.addChildren([platformStart, operatedList, operated, platformHealth, platformLog]),
    ]),
    organizer.addChildren([
      home,
      orders,
      order,
      events,
      newEvent,
      event.addChildren([eventDetails, eventTickets, eventDates, repeatDates, eventSales]),
      venues,
      newVenue,
      venue,
      coupons.addChildren([
        couponsStart,
        couponGroups,
        couponCodes,
        checkoutRules,
        couponReport,
        simulator,
      ]),
      money,
      settings.addChildren([
        settingsStart,
        look,
        address,
        policies,
        fees,
        privacy,
        sitePages,
        sitePage,
      ]),
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
