import { platformPageQuery } from '../features/site-pages/load-site-page.ts'
import type { Site } from '../routes/site.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import type { Route } from '../routing/route.ts'
import { PlatformFooter, PlatformHeader } from './platform-frame.tsx'

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

const routes: readonly Route[] = [landing, legalPage('privacy'), legalPage('terms')]

export const platform: Site = {
  routes,
  noPage: lazyScreen(async () => (await import('./no-page.tsx')).NoPage),
  Header: PlatformHeader,
  Footer: PlatformFooter,
}
