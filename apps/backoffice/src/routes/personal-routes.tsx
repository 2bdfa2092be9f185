import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { paths } from '../routing/paths.ts'
import {
  type OperatorLogSearch,
  type PlatformSearch,
  readOperatorLogSearch,
  readPlatformSearch,
} from '../routing/search.ts'
import { signedIn } from './signed-in-route.tsx'

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

const platformConfiguration = createRoute({
  getParentRoute: () => platform,
  path: '/configuration',
  component: lazyRouteComponent(() => import('./platform.tsx'), 'ConfigurationRoute'),
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

export const personalRoutes = personal.addChildren([
  organizers,
  newOrganizer,
  account,
  platform.addChildren([
    platformStart,
    operatedList,
    operated,
    platformConfiguration,
    platformHealth,
    platformLog,
  ]),
])
