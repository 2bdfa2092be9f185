import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type PageSource, PageSourceContext } from '../data/page-data.ts'
import { CurrentScreen } from '../routing/current-screen.tsx'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import type { Shown } from '../routing/route.ts'
import type { Router } from '../routing/router.ts'
import { RouterProvider } from '../routing/router-provider.tsx'
import { type AppContext, AppProvider } from '../shared/app-context.tsx'
import { CrashScreen } from './crash.tsx'
import { Document, SiteFrame } from './root.tsx'
import { NotFoundScreen } from './route-table.ts'

interface PageProps {
  app: AppContext
  queryClient: QueryClient
  router: Router
  first: Shown
  source: PageSource
}

/** The whole document, the same on the server and in the browser. */
export function Page({ app, queryClient, router, first, source }: PageProps) {
  return (
    <PageSourceContext value={source}>
      <QueryClientProvider client={queryClient}>
        <AppProvider app={app}>
          <RouterProvider router={router} first={first}>
            <Document>
              <ErrorBoundary screen={CrashScreen}>
                <SiteFrame>
                  <CurrentScreen noPage={NotFoundScreen} crash={CrashScreen} />
                </SiteFrame>
              </ErrorBoundary>
            </Document>
          </RouterProvider>
        </AppProvider>
      </QueryClientProvider>
    </PageSourceContext>
  )
}
