import { platformPageQuery } from '../features/site-pages/load-site-page.ts'
import type { Site } from '../routes/site.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import { NO_PAGE, type Route } from '../routing/route.ts'
import { guideQuery, guideSearchQuery, guidesQuery } from './documentation/load-guides.ts'
import { readGuidesSearch } from './documentation/read-guides-search.ts'
import { PlatformFooter, PlatformHeader } from './platform-frame.tsx'
import { statusQuery } from './status/load-status.ts'

const FILE = 'src/platform/platform-routes.ts'

const landing: Route = {
  path: '/landing',
  screen: lazyScreen(async () => (await import('./landing/landing-page.tsx')).LandingPage),
  modules: [FILE, 'src/platform/landing/landing-page.tsx'],
}

/**
 * The platform's own pages, on the hosts that tenants share: what the product is, its guides, how it
 * runs. A page's `modules` begin with this file, which no page of a shop loads. `isPlatformPath` (domain/tenant-address.ts) names their first segments.
 */
const legalPage = (slug: 'privacy' | 'terms'): Route => ({
  path: `/${slug}`,
  load: async ({ context: { app, queryClient } }) => {
    await queryClient.ensureQueryData(platformPageQuery(app, slug))
  },
  screen: lazyScreen(async () => (await import('./legal-page.tsx')).LegalPage),
  modules: [FILE, 'src/platform/legal-page.tsx'],
})

const status: Route = {
  path: '/status',
  load: async ({ context: { app, queryClient } }) => {
    await queryClient.ensureQueryData(statusQuery(app))
  },
  screen: lazyScreen(async () => (await import('./status/status-page.tsx')).StatusPage),
  modules: [FILE, 'src/platform/status/status-page.tsx'],
}

const guides: Route = {
  path: '/documentation',
  readSearch: readGuidesSearch,
  load: async ({ context: { app, queryClient }, search }) => {
    const { q } = readGuidesSearch(search)
    await Promise.all([
      queryClient.ensureQueryData(guidesQuery(app)),
      q !== undefined && queryClient.ensureQueryData(guideSearchQuery(app, q)),
    ])
  },
  screen: lazyScreen(async () => (await import('./documentation/guides-page.tsx')).GuidesPage),
  modules: [FILE, 'src/platform/documentation/guides-page.tsx'],
}

const guide: Route = {
  path: '/documentation/$slug',
  load: async ({ context: { app, queryClient }, params: { slug = '' } }) => {
    const { groups } = await queryClient.ensureQueryData(guidesQuery(app))
    const isKnown = groups.some((group) => group.guides.some((each) => each.slug === slug))
    if (!isKnown) return NO_PAGE
    await queryClient.ensureQueryData(guideQuery(app, slug))
  },
  screen: lazyScreen(async () => (await import('./documentation/guide-page.tsx')).GuidePage),
  modules: [FILE, 'src/platform/documentation/guide-page.tsx'],
}

const routes: readonly Route[] = [
  landing,
  guides,
  guide,
  status,
  legalPage('privacy'),
  legalPage('terms'),
]

export const platform: Site = {
  routes,
  noPage: lazyScreen(async () => (await import('./no-page.tsx')).NoPage),
  Header: PlatformHeader,
  Footer: PlatformFooter,
}
