import type { Me } from '@foyer/contract'
import type { QueryClient } from '@tanstack/react-query'
import { createRoute, redirect } from '@tanstack/react-router'
import { meQuery } from '../data/queries.ts'
import { ownPath, paths } from '../routing/paths.ts'
import { root } from './root.tsx'

/** The person who is signed in; others are led to the sign-in, and back afterwards. */
export async function requireMe(queryClient: QueryClient, href: string): Promise<Me> {
  const me = await queryClient.ensureQueryData(meQuery)
  if (me) return me
  throw redirect(paths.signIn({ to: href === '/' ? undefined : ownPath(href) }))
}

/** Screens of the person who is signed in. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => ({
    me: await requireMe(context.queryClient, location.href),
  }),
})
