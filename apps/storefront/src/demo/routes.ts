import { flowRoutes } from '../routes/flow-routes.ts'
import { testFlowRoute } from '../routes/list-routes.ts'
import { DEMO_FAMILY } from '../routing/families.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import type { Route } from '../routing/route.ts'
import { readFlowSearch } from '../routing/search.ts'
import { readDemoSearch } from './checkout/demo-search.ts'
import { onlyWithDemos } from './guard.ts'

/**
 * Demonstrations and test pages beside the product, which knows nothing of them but this list: the
 * route table registers it, and without that line and this folder everything else works as before.
 */

const load: Route['load'] = ({ context }) => onlyWithDemos(context)

const checkout: Route = {
  path: '/checkout',
  load,
  readSearch: readDemoSearch,
  screen: lazyScreen(async () => (await import('./checkout/checkout-page.tsx')).DemoCheckoutPage),
  modules: ['src/demo/checkout/checkout-page.tsx'],
}

const confirmation: Route = {
  path: '/confirmation/$orderId',
  load,
  screen: lazyScreen(
    async () => (await import('./confirmation/confirmation-page.tsx')).DemoConfirmationPage,
  ),
  modules: ['src/demo/confirmation/confirmation-page.tsx'],
}

const alternative: Route = {
  path: '/checkout-alt/$eventId',
  load,
  screen: lazyScreen(
    async () => (await import('./alternative/alternative-page.tsx')).AlternativePage,
  ),
  modules: ['src/demo/alternative/alternative-page.tsx'],
}

const checkoutState: Route = {
  path: '/checkout-state',
  load,
  readSearch: readFlowSearch,
  screen: lazyScreen(async () => (await import('./state/state-page.tsx')).CheckoutStatePage),
  modules: ['src/demo/state/state-page.tsx'],
}

/** In place of the product's own: the table takes the first that fits. */
const testFlow: Route = {
  ...testFlowRoute,
  screen: lazyScreen(async () => (await import('./test-flow/test-flow-page.tsx')).TestFlowPage),
  modules: ['src/demo/test-flow/test-flow-page.tsx', 'src/routes/event-search.tsx'],
}

export const demoRoutes: readonly Route[] = [
  checkout,
  confirmation,
  alternative,
  checkoutState,
  testFlow,
  ...flowRoutes(DEMO_FAMILY, onlyWithDemos),
]
