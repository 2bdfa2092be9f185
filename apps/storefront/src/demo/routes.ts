import { UUID_PATTERN } from '@foyer/domain'
import { flowRoutes } from '../routes/flow-routes.tsx'
import { testFlowRoute } from '../routes/list-routes.ts'
import { DEMO_FAMILY } from '../routing/families.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { NO_PAGE, type Refusal, type Route } from '../routing/route.ts'
import { readFlowSearch } from '../routing/search.ts'
import type { RouterContext } from '../shared/app-context.tsx'
import { readDemoSearch } from './checkout/demo-search.ts'

/**
 * Demonstrations and test pages beside the product. The route table imports this list; without that
 * line and this folder everything else works as before.
 */

/** Demonstrations are open if the server says so. Otherwise their addresses are unknown. */
const onlyWithDemos = ({ app }: RouterContext): Refusal | undefined =>
  app.hasDemos ? undefined : NO_PAGE

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
  // The sample orders have other ids than real ones, whose page has the same address.
  matches: ({ orderId = '' }) => !UUID_PATTERN.test(orderId),
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

/** Replaces the product's own route, since the table takes the first match. */
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
