import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'
import {
  type CouponsSearch,
  type ReportSearch,
  readCouponsSearch,
  readReportSearch,
  readSimulatorSearch,
  type SimulatorSearch,
} from '../routing/search.ts'
import { organizer } from './organizer-route.tsx'

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

export const couponRoutes = coupons.addChildren([
  couponsStart,
  couponGroups,
  couponCodes,
  checkoutRules,
  couponReport,
  simulator,
])
