import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootFrame } from './root-frame.tsx'
import { RouteMissing } from './route-failed.tsx'

interface RouterContext {
  queryClient: QueryClient
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: RootFrame,
  notFoundComponent: () => (
    <main>
      <RouteMissing />
    </main>
  ),
})
