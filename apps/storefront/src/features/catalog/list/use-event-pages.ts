import type { EventView } from '@foyer/contract'
import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { eventsQuery } from '../../../data/queries.ts'
import { useSearch } from '../../../routing/hooks.ts'
import { type EventCriteria, readShown, shownOf } from '../../../routing/list-search.ts'
import { useRouter } from '../../../routing/router-provider.tsx'
import { useApp } from '../../../shared/app-context.tsx'

/** A list as far as it is open; what was found before stays until the answer to a change comes. */
export function useEventPages(criteria: EventCriteria) {
  const { changeSearch } = useRouter()
  const shown = shownOf(useSearch(readShown))
  const query = useInfiniteQuery({
    ...eventsQuery(useApp(), criteria, shown),
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  const events = distinct(pages?.flatMap((page) => page.events) ?? [])
  const loadMore = async () => {
    const { isError } = await query.fetchNextPage()
    if (isError) return
    const next = String(events.length + EVENTS_PAGE_SIZE)
    // The address keeps up, so that a reload or a way back finds what is open now.
    await changeSearch({ shown: next }, { replace: true })
  }
  return {
    /** Undefined until the first answer. */
    page: pages?.[0],
    events,
    total: pages?.at(-1)?.total ?? 0,
    /** What is shown answers what was asked before. */
    isOutdated: query.isPlaceholderData,
    error: pages ? null : query.error,
    /** Not whether `total` is more: one that slipped in among the pages turned comes by a reload. */
    hasMore: query.hasNextPage,
    loadMore,
    isLoadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError ? query.error : null,
  }
}

export type EventPages = ReturnType<typeof useEventPages>

/** One that moved back while pages were turned comes twice. */
function distinct(events: readonly EventView[]): EventView[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}
