import type { SiteName } from '../data/page-data.ts'
import { platform } from '../platform/platform-routes.ts'
import { shop } from './route-table.ts'
import type { Site } from './site.ts'

/** Both sites, for the server. The browser loads the platform only on the platform's own pages. */
export const SITES: Readonly<Record<SiteName, Site>> = { shop, platform }

/** Every address of the route tables: '/', '/checkout-api/$cartId', … */
export const routePaths = (): readonly string[] => [
  ...new Set(Object.values(SITES).flatMap(({ routes }) => routes.map(({ path }) => path))),
]
