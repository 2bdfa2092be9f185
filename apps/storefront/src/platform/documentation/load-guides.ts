import { platform } from '@foyer/contract'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../shared/app-context.tsx'

export const guidesQuery = ({ call }: AppContext) =>
  queryOptions({
    queryKey: ['guides'],
    queryFn: ({ signal }) => call(platform.listGuides, { signal }),
  })

export const guideQuery = ({ call }: AppContext, slug: string) =>
  queryOptions({
    queryKey: ['guide', slug],
    queryFn: ({ signal }) => call(platform.getGuide, { params: { slug }, signal }),
  })

export const guideSearchQuery = ({ call }: AppContext, q: string) =>
  queryOptions({
    queryKey: ['guide-search', q],
    queryFn: ({ signal }) => call(platform.searchGuides, { query: { q }, signal }),
  })
