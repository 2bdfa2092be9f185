import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { type AppContext, AppProvider } from './app-context.tsx'
import { type PageSource, PageSourceContext } from './page-data.ts'
import type { AppRouter } from './router.tsx'

interface PageProps {
  app: AppContext
  queryClient: QueryClient
  router: AppRouter
  source: PageSource
}

/** The whole document, the same on the server and in the browser. */
export function Page({ app, queryClient, router, source }: PageProps) {
  return (
    <PageSourceContext value={source}>
      <QueryClientProvider client={queryClient}>
        <AppProvider app={app}>
          <RouterProvider router={router} />
        </AppProvider>
      </QueryClientProvider>
    </PageSourceContext>
  )
}
