import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import type { RouterContext } from './app-context.tsx'
import { CrashScreen } from './routes/crash.tsx'
import { Document, SiteFrame } from './routes/root.tsx'

/** What every page stands in. Apart from the route table, so that route families can name it. */
export const root = createRootRouteWithContext<RouterContext>()({
  shellComponent: Document,
  component: SiteFrame,
  notFoundComponent: lazyRouteComponent(() => import('./routes/not-found.tsx'), 'NotFoundScreen'),
  errorComponent: CrashScreen,
})
