import { UUID_PATTERN } from '@foyer/domain'
import { demoRoutes } from '../demo/routes.ts'
import { loadSitePage } from '../features/site-pages/load-site-page.ts'
import { FAMILIES } from '../routing/families.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { isListPath, paths } from '../routing/paths.ts'
import { NO_PAGE, type Route, redirect } from '../routing/route.ts'
import { createRouter, type Router } from '../routing/router.ts'
import {
  readChangeLinkSearch,
  readOrderSearch,
  readRescheduleSearch,
  readUpgradeSearch,
  readWaiverSearch,
} from '../routing/search.ts'
import type { RouterContext } from '../shared/app-context.tsx'
import { SiteFooter } from '../shell/site-footer.tsx'
import { flowRoutes } from './flow-routes.tsx'
import { listRoutes } from './list-routes.ts'
import { ShopHeader } from './shop-header.tsx'
import type { Site } from './site.ts'

const checkout: Route = {
  path: '/checkout-api/$cartId',
  load: ({ context }) => {
    // Not awaited, and not on the server: only the browser talks to the payment provider.
    if (import.meta.env.SSR) return
    void import('../shared/payment/load-stripe.ts').then(({ preparePayment }) =>
      preparePayment(context),
    )
  },
  screen: lazyScreen(async () => (await import('./checkout.tsx')).CheckoutPage),
  modules: ['src/routes/checkout.tsx'],
  isPersonal: true,
}

const orderConfirmation: Route = {
  path: '/order-confirmation/$orderId',
  readSearch: readOrderSearch,
  screen: lazyScreen(async () => (await import('./order-confirmation.tsx')).OrderConfirmationPage),
  modules: ['src/routes/order-confirmation.tsx'],
  isPersonal: true,
}

const orderTickets: Route = {
  path: '/order-tickets/$orderId',
  readSearch: readOrderSearch,
  screen: lazyScreen(async () => (await import('./order-tickets.tsx')).OrderTicketsPage),
  modules: ['src/routes/order-tickets.tsx'],
  isPersonal: true,
}

/** The order without the site around it; the second address is an older one. */
const orderAlone: readonly Route[] = ['/order/$orderId', '/confirmation/$orderId'].map((path) => ({
  path,
  readSearch: readOrderSearch,
  screen: lazyScreen(async () => (await import('./order.tsx')).OrderPage),
  modules: ['src/routes/order.tsx'],
  isPersonal: true,
}))

const waiver: Route = {
  path: '/waiver/$orderId',
  readSearch: readWaiverSearch,
  screen: lazyScreen(async () => (await import('./waiver.tsx')).WaiverPage),
  modules: ['src/routes/waiver.tsx'],
  isPersonal: true,
}

/** One screen, so that taking a credential out of the address keeps its state. */
const manageOrders = {
  screen: lazyScreen(async () => (await import('./manage-orders.tsx')).ManageOrdersPage),
  modules: ['src/routes/manage-orders.tsx'],
}

/** Mails link to the second address. */
const manageOrdersRoutes: readonly Route[] = [
  { ...manageOrders, path: '/manage-order' },
  { ...manageOrders, path: '/manage-orders' },
  {
    ...manageOrders,
    path: '/manage-order/$orderId',
    readSearch: readOrderSearch,
    isPersonal: true,
  },
]

/** Two of the three addresses have in the query what the third has in its path. */
const reschedule: readonly Route[] = ['', '/$orderId', '/$orderId/$sessionId'].map((names) => ({
  path: `/reschedule-checkout${names}`,
  readSearch: readRescheduleSearch,
  screen: lazyScreen(
    async () => (await import('./reschedule-checkout.tsx')).RescheduleCheckoutPage,
  ),
  modules: ['src/routes/reschedule-checkout.tsx'],
  isPersonal: true,
}))

const upgrade: Route = {
  path: '/upgrade-checkout/$orderId',
  readSearch: readUpgradeSearch,
  screen: lazyScreen(async () => (await import('./upgrade-checkout.tsx')).UpgradeCheckoutPage),
  modules: ['src/routes/upgrade-checkout.tsx'],
  isPersonal: true,
}

const payChange: Route = {
  path: '/pay-change/$orderId',
  readSearch: readChangeLinkSearch,
  screen: lazyScreen(async () => (await import('./pay-change.tsx')).PayChangePage),
  modules: ['src/routes/pay-change.tsx'],
  isPersonal: true,
}

const orderChange: Route = {
  path: '/order-change/$orderId',
  readSearch: readOrderSearch,
  screen: lazyScreen(async () => (await import('./order-change.tsx')).OrderChangePage),
  modules: ['src/routes/order-change.tsx'],
  isPersonal: true,
}

const sitePage: Route = {
  path: '/pages/$slug',
  load: ({ context, params: { slug = '' } }) => loadSitePage(context, slug),
  screen: lazyScreen(async () => (await import('./site-page.tsx')).SitePage),
  modules: ['src/routes/site-page.tsx'],
}

/** '/{eventId}' is an old address of an event. Any other single segment is unknown. */
const oldEventAddress: Route = {
  path: '/$eventId',
  load: ({ params: { eventId = '' } }) =>
    UUID_PATTERN.test(eventId) ? redirect(paths.event(eventId)) : NO_PAGE,
}

/** The route table of a shop. The first row that matches an address is its route. */
export const routes: readonly Route[] = [
  ...demoRoutes,
  ...listRoutes,
  ...FAMILIES.flatMap((family) => flowRoutes(family)),
  checkout,
  orderConfirmation,
  orderTickets,
  ...orderAlone,
  waiver,
  ...manageOrdersRoutes,
  ...reschedule,
  upgrade,
  payChange,
  orderChange,
  sitePage,
  oldEventAddress,
]

const NotFoundScreen = lazyScreen(async () => (await import('./not-found.tsx')).NotFoundScreen)

/** A tenant's shop. */
export const shop: Site = {
  routes,
  noPage: NotFoundScreen,
  Header: ShopHeader,
  Footer: SiteFooter,
}

/** The router over the route table of a site. */
export const createAppRouter = (context: RouterContext, site = shop): Router =>
  createRouter({ context, routes: site.routes, noPage: site.noPage, isAnimated })

/**
 * Animates only between the list and an event, where the poster moves, and never under reduced
 * motion.
 */
const isAnimated = (from: string, to: string): boolean =>
  carriesPoster(from, to) && !matchMedia('(prefers-reduced-motion: reduce)').matches

const isEvent = (path: string): boolean =>
  /^\/(event|events|events-api|checkout)\/[^/]+$/.test(path)

/**
 * Whether the poster moves along in a navigation: between the list and an event, in both
 * directions.
 */
export const carriesPoster = (from: string, to: string): boolean =>
  (isListPath(from) && isEvent(to)) || (isEvent(from) && isListPath(to))
