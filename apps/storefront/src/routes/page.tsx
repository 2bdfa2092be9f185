import { Button } from '@foyer/ui'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Fragment } from 'react'
import { detailsOf, textForPerson } from '../data/error-text.ts'
import { type PageSource, PageSourceContext } from '../data/page-data.ts'
import { CurrentScreen } from '../routing/current-screen.tsx'
import { ErrorBoundary } from '../routing/error-boundary.tsx'
import type { Shown } from '../routing/route.ts'
import type { Router } from '../routing/router.ts'
import { RouterProvider, useShown } from '../routing/router-provider.tsx'
import { type AppContext, AppProvider } from '../shared/app-context.tsx'
import { DeadEnd } from '../shared/page/dead-end.tsx'
import { PageHead } from '../shared/page/page-head.tsx'
import { Document, SiteFrame } from './root.tsx'
import { shop } from './route-table.ts'
import type { Site } from './site.ts'

interface PageProps {
  app: AppContext
  queryClient: QueryClient
  router: Router
  first: Shown
  source: PageSource
  site?: Site
}

/** The whole document, the same on server and browser. */
export function Page({ app, queryClient, router, first, source, site = shop }: PageProps) {
  return (
    <PageSourceContext value={source}>
      <QueryClientProvider client={queryClient}>
        <AppProvider app={app}>
          <RouterProvider router={router} first={first}>
            <Document>
              <ErrorBoundary screen={CrashScreen}>
                <SiteFrame site={site}>
                  <CurrentScreen noPage={site.noPage} crash={CrashScreen} />
                </SiteFrame>
              </ErrorBoundary>
            </Document>
          </RouterProvider>
        </AppProvider>
      </QueryClientProvider>
    </PageSourceContext>
  )
}

/**
 * Shown for an error that no screen has caught, with what support needs to find it. The details have
 * no stack, and the route's pattern for the address, which may have an order's id or a token.
 */
function CrashScreen({ error }: { error: unknown }) {
  const { route } = useShown().location
  return (
    <>
      <PageHead title="Something went wrong." isUnlisted />
      <DeadEnd
        title="Something went wrong."
        first={
          <Button size="lg" variant="primary" onClick={() => location.reload()}>
            Try Again
          </Button>
        }
      >
        <p role="alert">{textForPerson(error)}</p>
        <p className="mt-2">
          What you had chosen is kept in the page’s address: trying again finds it.
        </p>
        <dl aria-label="Details" className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
          {[...detailsOf(error), ['Page', route?.path ?? 'unknown'] as const].map(
            ([name, value]) => (
              <Fragment key={name}>
                <dt>{name}</dt>
                <dd className="font-mono break-words text-text">{value}</dd>
              </Fragment>
            ),
          )}
        </dl>
      </DeadEnd>
    </>
  )
}
