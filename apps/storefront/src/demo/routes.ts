import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { checkoutFamily } from '../features/event-flow/engine/families.ts'
import { flowRoutes } from '../flow-routes.ts'
import { testFlowRoute } from '../list-routes.ts'
import { root } from '../root-route.ts'
import { readFlowSearch } from '../search.ts'
import { onlyWithDemos } from './guard.ts'

/**
 * Demonstrations and test pages beside the product, which knows nothing of them but this list: the
 * route table registers it, and without that line and this folder everything else works as before.
 */

const checkout = createRoute({
  getParentRoute: () => root,
  path: '/checkout',
  beforeLoad: onlyWithDemos,
  validateSearch: (raw: Record<string, unknown>): { eventId?: string | undefined } => ({
    eventId: typeof raw.eventId === 'string' ? raw.eventId : undefined,
  }),
  component: lazyRouteComponent(() => import('./checkout/checkout-page.tsx'), 'DemoCheckoutPage'),
  staticData: { modules: ['src/demo/checkout/checkout-page.tsx'] },
})

const confirmation = createRoute({
  getParentRoute: () => root,
  path: '/confirmation/$orderId',
  beforeLoad: onlyWithDemos,
  component: lazyRouteComponent(
    () => import('./confirmation/confirmation-page.tsx'),
    'DemoConfirmationPage',
  ),
  staticData: { modules: ['src/demo/confirmation/confirmation-page.tsx'] },
})

const alternative = createRoute({
  getParentRoute: () => root,
  path: '/checkout-alt/$eventId',
  beforeLoad: onlyWithDemos,
  component: lazyRouteComponent(
    () => import('./alternative/alternative-page.tsx'),
    'AlternativePage',
  ),
  staticData: { modules: ['src/demo/alternative/alternative-page.tsx'] },
})

const checkoutState = createRoute({
  getParentRoute: () => root,
  path: '/checkout-state',
  beforeLoad: onlyWithDemos,
  validateSearch: readFlowSearch,
  component: lazyRouteComponent(() => import('./state/state-page.tsx'), 'CheckoutStatePage'),
  staticData: { modules: ['src/demo/state/state-page.tsx'] },
})

testFlowRoute.update({
  component: lazyRouteComponent(() => import('./test-flow/test-flow-page.tsx'), 'TestFlowPage'),
  staticData: { modules: ['src/demo/test-flow/test-flow-page.tsx', 'src/routes/event-search.tsx'] },
})

export const demoRoutes = [
  checkout,
  confirmation,
  alternative,
  checkoutState,
  flowRoutes(checkoutFamily('/checkout-test'), onlyWithDemos),
] as const
