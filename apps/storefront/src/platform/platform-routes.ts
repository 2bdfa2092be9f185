import type { Site } from '../routes/site.ts'
import { lazyScreen } from '../routing/lazy-screen.ts'
import type { Route } from '../routing/route.ts'
import { PlatformFooter, PlatformHeader } from './platform-frame.tsx'

/**
 * The platform's own pages, on the hosts that tenants share: what the product is, its guides, how it
 * runs. A page's `modules` begin with this file, which no page of a shop loads. `isPlatformPath` (domain/tenant-address.ts) names their first segments.
 */
const routes: readonly Route[] = []

export const platform: Site = {
  routes,
  noPage: lazyScreen(async () => (await import('./no-page.tsx')).NoPage),
  Header: PlatformHeader,
  Footer: PlatformFooter,
}
