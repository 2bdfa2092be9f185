import { platform, sitePages } from '@foyer/contract'
import { isSitePageSlug } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import { NOT_FOUND, type Refusal } from '../../routing/route.ts'
import type { AppContext, RouterContext } from '../../shared/app-context.tsx'

export const sitePageQuery = ({ call }: AppContext, slug: string) =>
  queryOptions({
    queryKey: ['site-page', slug],
    queryFn: ({ signal }) => call(sitePages.getSitePage, { params: { slug }, signal }),
  })

/** The same of a text of the platform itself. */
export const platformPageQuery = ({ call }: AppContext, slug: string) =>
  queryOptions({
    queryKey: ['platform-page', slug],
    queryFn: ({ signal }) => call(platform.getPlatformPage, { params: { slug }, signal }),
  })

/** Refuses an unknown slug; throws what the call throws. */
export async function loadSitePage(
  { app, queryClient }: RouterContext,
  slug: string,
): Promise<Refusal | undefined> {
  if (!isSitePageSlug(slug)) return NOT_FOUND
  await queryClient.ensureQueryData(sitePageQuery(app, slug))
}
