import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { organizerQuery } from '../data/queries.ts'
import { RouteFailed } from './route-failed.tsx'
import { signedIn } from './signed-in-route.tsx'

/** Screens of one organizer. Where a person is no member, the server knows no such organizer. */
export const organizer = createRoute({
  getParentRoute: () => signedIn,
  path: '/o/$organizer',
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(organizerQuery(params.organizer)),
  component: lazyRouteComponent(() => import('./office-frames.tsx'), 'OrganizerFrame'),
  errorComponent: (failure) => (
    <main>
      <RouteFailed {...failure} />
    </main>
  ),
})
