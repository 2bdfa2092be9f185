import { UUID_PATTERN } from '@foyer/domain'
import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router'
import type { RouterContext } from './app-context.tsx'
import { demoRoutes } from './demo/routes.ts'
import { FAMILIES, type Family } from './features/event-flow/engine/families.ts'
import type { StepId } from './features/event-flow/engine/flow.ts'
import { posterTransition } from './features/shell/view-transition.ts'
import { loadSitePage } from './features/site-pages/load-site-page.ts'
import { flowRoutes } from './flow-routes.ts'
import { listRoutes } from './list-routes.ts'
import { paths } from './paths.ts'
import { root } from './root-route.ts'
import { CrashScreen } from './routes/crash.tsx'
import { RedirectingScreen } from './routes/uuid-redirect.tsx'
import {
  parseSearch,
  readOrderSearch,
  readRescheduleSearch,
  readUpgradeSearch,
  stringifySearch,
} from './search.ts'

const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout-api/$cartId',
  loader: ({ context }) => {
    // Not waited for, and not on the server: the provider is the browser's to talk to.
    if (import.meta.env.SSR) return
    void import('./features/checkout/payment/prepare-payment.ts').then((prepare) =>
      prepare.preparePayment(context),
    )
  },
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

/** An order's own page shows what can be done with it. */
const manageOrder = createRoute({
  getParentRoute: () => root,
  path: '/manage-order/$orderId',
  validateSearch: readOrderSearch,
  beforeLoad: ({ params: { orderId }, search }) => {
    throw redirect(paths.orderConfirmation(orderId, search))
  },
})

/** Two of the three addresses name in the query what the third has in its path. */
const reschedule = (
  path:
    | '/reschedule-checkout/$orderId/$sessionId'
    | '/reschedule-checkout/$orderId'
    | '/reschedule-checkout',
) =>
  createRoute({
    getParentRoute: () => root,
    path,
    validateSearch: readRescheduleSearch,
    component: lazyRouteComponent(
      () => import('./routes/reschedule-checkout.tsx'),
      'RescheduleCheckoutPage',
    ),
    staticData: { modules: ['src/routes/reschedule-checkout.tsx'], isPersonal: true },
  })

const upgrade = createRoute({
  getParentRoute: () => root,
  path: '/upgrade-checkout/$orderId',
  validateSearch: readUpgradeSearch,
  component: lazyRouteComponent(
    () => import('./routes/upgrade-checkout.tsx'),
    'UpgradeCheckoutPage',
  ),
  staticData: { modules: ['src/routes/upgrade-checkout.tsx'], isPersonal: true },
})

const organizers = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  component: lazyRouteComponent(() => import('./routes/organizers.tsx'), 'OrganizersPage'),
  staticData: { modules: ['src/routes/organizers.tsx'] },
})

const sitePage = createRoute({
  getParentRoute: () => root,
  path: '/pages/$slug',
  loader: ({ context, params }) => loadSitePage(context, params.slug),
  component: lazyRouteComponent(() => import('./routes/site-page.tsx'), 'SitePage'),
  staticData: { modules: ['src/routes/site-page.tsx'] },
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
  ...listRoutes,
  ...FAMILIES.map((family) => flowRoutes(family)),
  ...demoRoutes,
  checkout,
  orderConfirmation,
  orderTickets,
  manageOrders,
  manageOrder,
  reschedule('/reschedule-checkout/$orderId/$sessionId'),
  reschedule('/reschedule-checkout/$orderId'),
  reschedule('/reschedule-checkout'),
  upgrade,
  organizers,
  sitePage,
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
    // An unknown address below an event is an unknown page, not an unknown event.
    notFoundMode: 'root',
    // On the server this would be an inline script, which the pages' policy forbids.
    scrollRestoration: !import.meta.env.SSR,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** Every address of the route table: '/', '/checkout-api/$cartId', … */
export const routePaths = (): readonly string[] => [...new Set(pathsFrom(routeTree, ''))]

function pathsFrom(route: AnyRoute, above: string): string[] {
  const { options } = route
  const path = 'path' in options && typeof options.path === 'string' ? options.path : ''
  const own = `${above}/${path}`.replace(/\/+/g, '/')
  const children: readonly AnyRoute[] = Object.values(route.children ?? {})
  const isPage = children.length === 0
  return [
    ...(isPage ? [own.length > 1 ? own.replace(/\/$/, '') : own] : []),
    ...children.flatMap((child) => pathsFrom(child, own)),
  ]
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
  interface StaticDataRouteOption {
    /** The route's lazy modules as the build's manifest names them, for preload links. */
    modules?: readonly string[]
    /** Of an event's routes: the row that they follow from. */
    family?: Family
    step?: StepId
    /** Shows one buyer's data: the page is never cached. */
    isPersonal?: boolean
  }
}
