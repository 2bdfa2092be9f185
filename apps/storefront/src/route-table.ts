import { UUID_PATTERN } from '@foyer/domain'
import type { RouterContext } from './app-context.tsx'
import { demoRoutes } from './demo/routes.ts'
import { FAMILIES } from './features/event-flow/engine/families.ts'
import { carriesPoster } from './features/shell/view-transition.ts'
import { loadSitePage } from './features/site-pages/load-site-page.ts'
import { flowRoutes } from './flow-routes.ts'
import { listRoutes } from './list-routes.ts'
import { lazyScreen } from './navigation/lazy-screen.ts'
import { NO_PAGE, type Route, redirect } from './navigation/route.ts'
import { createRouter, type Router } from './navigation/router.ts'
import { paths } from './paths.ts'
import { readOrderSearch, readRescheduleSearch, readUpgradeSearch } from './search.ts'

const checkout: Route = {
  path: '/checkout-api/$cartId',
  load: ({ context }) => {
    // Not waited for, and not on the server: the provider is the browser's to talk to.
    if (import.meta.env.SSR) return
    void import('./features/checkout/payment/prepare-payment.ts').then((prepare) =>
      prepare.preparePayment(context),
    )
  },
  screen: lazyScreen(async () => (await import('./routes/checkout.tsx')).CheckoutPage),
  modules: ['src/routes/checkout.tsx'],
  isPersonal: true,
}

const orderConfirmation: Route = {
  path: '/order-confirmation/$orderId',
  readSearch: readOrderSearch,
  screen: lazyScreen(
    async () => (await import('./routes/order-confirmation.tsx')).OrderConfirmationPage,
  ),
  modules: ['src/routes/order-confirmation.tsx'],
  isPersonal: true,
}

const orderTickets: Route = {
  path: '/order-tickets/$orderId',
  readSearch: readOrderSearch,
  screen: lazyScreen(async () => (await import('./routes/order-tickets.tsx')).OrderTicketsPage),
  modules: ['src/routes/order-tickets.tsx'],
  isPersonal: true,
}

const manageOrders: Route = {
  path: '/manage-order',
  screen: lazyScreen(async () => (await import('./routes/manage-orders.tsx')).ManageOrdersPage),
  modules: ['src/routes/manage-orders.tsx'],
}

/** An order's own page shows what can be done with it. */
const manageOrder: Route = {
  path: '/manage-order/$orderId',
  readSearch: readOrderSearch,
  isPersonal: true,
  load: ({ params: { orderId = '' }, search }) =>
    redirect(paths.orderConfirmation(orderId, search)),
}

/** Two of the three addresses name in the query what the third has in its path. */
const reschedule: readonly Route[] = ['', '/$orderId', '/$orderId/$sessionId'].map((names) => ({
  path: `/reschedule-checkout${names}`,
  readSearch: readRescheduleSearch,
  screen: lazyScreen(
    async () => (await import('./routes/reschedule-checkout.tsx')).RescheduleCheckoutPage,
  ),
  modules: ['src/routes/reschedule-checkout.tsx'],
  isPersonal: true,
}))

const upgrade: Route = {
  path: '/upgrade-checkout/$orderId',
  readSearch: readUpgradeSearch,
  screen: lazyScreen(
    async () => (await import('./routes/upgrade-checkout.tsx')).UpgradeCheckoutPage,
  ),
  modules: ['src/routes/upgrade-checkout.tsx'],
  isPersonal: true,
}

const organizers: Route = {
  path: '/admin',
  screen: lazyScreen(async () => (await import('./routes/organizers.tsx')).OrganizersPage),
  modules: ['src/routes/organizers.tsx'],
}

const sitePage: Route = {
  path: '/pages/$slug',
  load: ({ context, params: { slug = '' } }) => loadSitePage(context, slug),
  screen: lazyScreen(async () => (await import('./routes/site-page.tsx')).SitePage),
  modules: ['src/routes/site-page.tsx'],
}

/** '/{eventId}' is an old address of an event; any other single segment is no page. */
const oldEventAddress: Route = {
  path: '/$eventId',
  load: ({ params: { eventId = '' } }) =>
    UUID_PATTERN.test(eventId) ? redirect(paths.event(eventId)) : NO_PAGE,
}

/** The one route table; the first row that an address fits is its route. */
export const routes: readonly Route[] = [
  ...demoRoutes,
  ...listRoutes,
  ...FAMILIES.flatMap((family) => flowRoutes(family)),
  checkout,
  orderConfirmation,
  orderTickets,
  manageOrders,
  manageOrder,
  ...reschedule,
  upgrade,
  organizers,
  sitePage,
  oldEventAddress,
]

export const NotFoundScreen = lazyScreen(
  async () => (await import('./routes/not-found.tsx')).NotFoundScreen,
)

/** The router over the one route table. */
export const createAppRouter = (context: RouterContext): Router =>
  createRouter({ context, routes, noPage: NotFoundScreen, isAnimated })

/** Between the list and an event, where the poster is carried over; never under reduced motion. */
const isAnimated = (from: string, to: string): boolean =>
  carriesPoster(from, to) && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Every address of the route table: '/', '/checkout-api/$cartId', … */
export const routePaths = (): readonly string[] => [...new Set(routes.map(({ path }) => path))]
