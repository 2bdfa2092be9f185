import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'
import { organizer } from './organizer-route.tsx'

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

export const settingsRoutes = settings.addChildren([
  settingsStart,
  look,
  address,
  policies,
  fees,
  privacy,
  sitePages,
  sitePage,
])
