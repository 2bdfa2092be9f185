import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { Button, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useEffect, useRef } from 'react'
import { fetchFailed } from '../../../data/error-text.ts'
import { EventCard } from './event-card.tsx'
import type { EventFamily } from './event-link.tsx'
import type { EventPages } from './use-event-pages.ts'

interface EventGridProps {
  list: EventPages
  /** Where the cards lead. */
  family: EventFamily
}

export const GRID =
  'mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-12 md:grid-cols-3 lg:grid-cols-4'

/** Events a dozen at a time. */
export function EventGrid({ list, family }: EventGridProps) {
  const { events, total } = list
  const grid = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)

  const loadMore = () => {
    firstNew.current = events.length
    void list.loadMore()
  }
  useEffect(() => {
    if (firstNew.current === null || events.length <= firstNew.current) return
    // The button may be gone: whoever works by keyboard goes on at the first event that came.
    grid.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = null
  }, [events.length])

  return (
    <>
      <ul ref={grid} className={GRID}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} family={family} />
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-edge pt-6">
        {list.hasMore && (
          <Button size="lg" onClick={loadMore} busy={list.isLoadingMore}>
            Load More Events ({total - events.length} remaining)
          </Button>
        )}
        <p role="status" className="figures text-sm text-muted">
          {list.moreError
            ? fetchFailed.events(list.moreError)
            : `Showing ${events.length} of ${total}`}
        </p>
      </div>
    </>
  )
}

const CARDS = Array.from({ length: EVENTS_PAGE_SIZE }, (_, place) => place)

/** The grid before its first answer, card by card as it will be. */
export function EventGridSkeleton() {
  return (
    <SkeletonGroup label="Loading events" className={GRID}>
      {CARDS.map((place) => (
        <div
          key={place}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 sm:flex sm:flex-col"
        >
          <Skeleton className="aspect-4/5 rounded-md" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-7 w-full" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-auto h-7 w-1/2" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
