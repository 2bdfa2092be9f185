import { sitePages } from '@foyer/contract'
import { isSitePageSlug } from '@foyer/domain'
import { queryOptions } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import type { AppContext, RouterContext } from '../../app-context.tsx'

export const sitePageQuery = ({ call }: AppContext, slug: string) =>
  queryOptions({
    queryKey: ['site-page', slug],
    queryFn: ({ signal }) => call(sitePages.getSitePage, { params: { slug }, signal }),
  })

/** Throws the router's not-found for a slug that is no page's, and what the call throws. */
export async function loadSitePage({ app, queryClient }: RouterContext, slug: string) {
  if (!isSitePageSlug(slug)) throw notFound()
  return queryClient.ensureQueryData(sitePageQuery(app, slug))
}
