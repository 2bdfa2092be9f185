import { UUID_PATTERN } from '@foyer/domain'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { RouterContext } from './app-context.tsx'
import { posterTransition } from './features/shell/view-transition.ts'
import { loadCalendar, loadEvent, loadEvents } from './loaders.ts'
import { paths } from './paths.ts'
import { CrashScreen } from './routes/crash.tsx'
import { EventListError, EventListPage } from './routes/event-list.tsx'
import { Document, SiteFrame } from './routes/root.tsx'
import { RedirectingScreen } from './routes/uuid-redirect.tsx'
import { parseSearch, readFlowSearch, readOrderSearch, stringifySearch } from './search.ts'

const root = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  component: SiteFrame,
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx'), 'NotFoundScreen'),
  errorComponent: CrashScreen,
})

/** In the first load: most visits begin here, and nearly all come by. */
const eventList = (path: '/' | '/events-api') =>
  createRoute({
    getParentRoute: () => root,
    path,
    loader: ({ context }) => loadEvents(context),
    component: EventListPage,
    errorComponent: EventListError,
  })

const eventFlow = createRoute({
  getParentRoute: () => root,
  path: '/events-api/$eventId',
  validateSearch: readFlowSearch,
  loader: ({ context, params }) => loadEvent(context, params.eventId),
  component: lazyRouteComponent(() => import('./routes/event-flow.tsx'), 'EventFlowPage'),
  notFoundComponent: lazyRouteComponent(() => import('./routes/event-flow.tsx'), 'EventNotFound'),
  staticData: {
    modules: ['src/routes/event-flow.tsx', 'src/features/event-flow/engine/enter-step.ts'],
  },
})

// Imported when a step is entered, so that the list's first load does not carry the flow's rules.
const enterStep = async (...entry: Parameters<EnterStep>) =>
  (await import('./features/event-flow/engine/enter-step.ts')).enterStep(...entry)
type EnterStep = typeof import('./features/event-flow/engine/enter-step.ts')['enterStep']

const dateStep = createRoute({
  getParentRoute: () => eventFlow,
  path: '/',
  beforeLoad: ({ context, params: { eventId }, search }) =>
    enterStep('date', { context, eventId, search }),
  loader: ({ context, params }) => loadCalendar(context, params.eventId),
  component: lazyRouteComponent(
    () => import('./features/event-flow/date/date-step.tsx'),
    'DateStep',
  ),
  staticData: { modules: ['src/features/event-flow/date/date-step.tsx'] },
})

const ticketsStep = createRoute({
  getParentRoute: () => eventFlow,
  path: '/tickets',
  beforeLoad: ({ context, params: { eventId }, search }) =>
    enterStep('tickets', { context, eventId, search }),
  component: lazyRouteComponent(
    () => import('./features/event-flow/tickets/tickets-step.tsx'),
    'TicketsStep',
  ),
  staticData: { modules: ['src/features/event-flow/tickets/tickets-step.tsx'] },
})

const timeStep = createRoute({
  getParentRoute: () => eventFlow,
  path: '/time',
  beforeLoad: ({ context, params: { eventId }, search }) =>
    enterStep('time', { context, eventId, search }),
  component: lazyRouteComponent(
    () => import('./features/event-flow/time/time-step.tsx'),
    'TimeStep',
  ),
  staticData: { modules: ['src/features/event-flow/time/time-step.tsx'] },
})

const reviewStep = createRoute({
  getParentRoute: () => eventFlow,
  path: '/addons',
  beforeLoad: ({ context, params: { eventId }, search }) =>
    enterStep('review', { context, eventId, search }),
  component: lazyRouteComponent(
    () => import('./features/event-flow/review/review-step.tsx'),
    'ReviewStep',
  ),
  staticData: { modules: ['src/features/event-flow/review/review-step.tsx'] },
})

/** No screen of its own: it leads to the cart's address, or to the step that makes a cart. */
const checkoutStep = createRoute({
  getParentRoute: () => eventFlow,
  path: '/checkout',
  beforeLoad: ({ context, params: { eventId }, search }) =>
    enterStep('checkout', { context, eventId, search }),
})

const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout-api/$cartId',
  component: lazyRouteComponent(() => import('./routes/checkout.tsx'), 'CheckoutPage'),
  staticData: { modules: ['src/routes/checkout.tsx'], isPersonal: true },
})

const orderConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/order-confirmation/$orderId',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(
    () => import('./routes/order-confirmation.tsx'),
    'OrderConfirmationPage',
  ),
  staticData: { modules: ['src/routes/order-confirmation.tsx'], isPersonal: true },
})

const orderTickets = createRoute({
  getParentRoute: () => root,
  path: '/order-tickets/$orderId',
  validateSearch: readOrderSearch,
  component: lazyRouteComponent(() => import('./routes/order-tickets.tsx'), 'OrderTicketsPage'),
  staticData: { modules: ['src/routes/order-tickets.tsx'], isPersonal: true },
})

const manageOrders = createRoute({
  getParentRoute: () => root,
  path: '/manage-order',
  component: lazyRouteComponent(() => import('./routes/manage-orders.tsx'), 'ManageOrdersPage'),
  staticData: { modules: ['src/routes/manage-orders.tsx'] },
})

const organizers = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: lazyRouteComponent(() => import('./routes/organizers.tsx'), 'OrganizersPage'),
  staticData: { modules: ['src/routes/organizers.tsx'] },
})

/** '/{eventId}' is an old address of an event; any other single segment is no page. */
const uuidRedirect = createRoute({
  getParentRoute: () => root,
  path: '/$eventId',
  beforeLoad: ({ params: { eventId } }) => {
    if (!UUID_PATTERN.test(eventId)) throw notFound({ routeId: root.id })
    throw redirect(paths.event(eventId))
  },
  pendingComponent: RedirectingScreen,
})

const routeTree = root.addChildren([
  eventList('/'),
  eventList('/events-api'),
  eventFlow.addChildren([dateStep, ticketsStep, timeStep, reviewStep, checkoutStep]),
  checkout,
  orderConfirmation,
  orderTickets,
  manageOrders,
  organizers,
  uuidRedirect,
])

interface RouterParts extends RouterContext {
  /** Left out in the browser, which has its own. */
  history?: RouterHistory
}

/** One router a request on the server, one a page in the browser, over the one route table. */
export function createAppRouter({ app, queryClient, history }: RouterParts) {
  return createRouter({
    routeTree,
    context: { app, queryClient },
    basepath: app.base || '/',
    ...(history ? { history } : {}),
    parseSearch,
    stringifySearch,
    // Hover, focus and touch fetch a link's chunks and data ahead of the click.
    defaultPreload: 'intent',
    defaultViewTransition: posterTransition,
    defaultErrorComponent: CrashScreen,
    // On the server this would be an inline script, which the pages' policy forbids.
    scrollRestoration: !import.meta.env.SSR,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The route's lazy modules as the build's manifest names them, for preload links. */
    modules?: readonly string[]
    /** Shows one buyer's data: the page is never cached. */
    isPersonal?: boolean
  }
}
