import type { EventView } from '@foyer/contract'
import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { eventsQuery } from '../../../data/event-queries.ts'
import { useSearch } from '../../../routing/hooks.ts'
import { type EventCriteria, readShown, shownOf } from '../../../routing/list-search.ts'
import { useRouter } from '../../../routing/router-provider.tsx'
import { useApp } from '../../../shared/app-context.tsx'

/**
 * A list with all pages loaded so far. Previous results stay until the answer to a change arrives.
 */
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
    // Keeps the address up to date, so that a reload or Back shows the same events.
    await changeSearch({ shown: next }, { replace: true })
  }
  return {
    /** Undefined before the first answer. */
    page: pages?.[0],
    events,
    total: pages?.at(-1)?.total ?? 0,
    /** The shown events belong to an earlier search. */
    isOutdated: query.isPlaceholderData,
    error: pages ? null : query.error,
    /**
     * Not derived from `total`: an event that was added between two pages appears after a reload.
     */
    hasMore: query.hasNextPage,
    loadMore,
    isLoadingMore: query.isFetchingNextPage,
    moreError: query.isFetchNextPageError ? query.error : null,
  }
}

export type EventPages = ReturnType<typeof useEventPages>

/** An event that moved back between two pages arrives twice. */
function distinct(events: readonly EventView[]): EventView[] {
  return [...new Map(events.map((event) => [event.id, event])).values()]
}
