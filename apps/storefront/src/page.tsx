import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AppContext, AppProvider } from './app-context.tsx'
import { CurrentScreen } from './navigation/current-screen.tsx'
import { ErrorBoundary } from './navigation/error-boundary.tsx'
import type { Shown } from './navigation/route.ts'
import type { Router } from './navigation/router.ts'
import { RouterProvider } from './navigation/router-provider.tsx'
import { type PageSource, PageSourceContext } from './page-data.ts'
import { NotFoundScreen } from './route-table.ts'
import { CrashScreen } from './routes/crash.tsx'
import { Document, SiteFrame } from './routes/root.tsx'

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
