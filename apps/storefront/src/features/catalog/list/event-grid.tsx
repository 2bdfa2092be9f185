import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { Button, Skeleton, SkeletonGroup } from '@foyer/ui'
import { useEffect, useRef } from 'react'
import { fetchFailed } from '../../../data/error-text.ts'
import { EventCard } from '../../../shared/event/event-card.tsx'
import type { EventFamily } from '../../../shared/event/event-link.tsx'
import type { EventPages } from './use-event-pages.ts'

interface EventGridProps {
  list: EventPages
  /** Which address of an event the cards link to. */
  family: EventFamily
}

const GRID = 'mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-12 md:grid-cols-3 lg:grid-cols-4'

/** A grid of events that grows by a dozen. */
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
    // The button may be gone: keyboard users continue at the first new event.
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

const CARDS = Array.from({ length: EVENTS_PAGE_SIZE }, (_, index) => index)

/** Placeholder of the grid, with the shape of its cards. */
export function EventGridSkeleton() {
  return (
    <SkeletonGroup label="Loading events" className={GRID}>
      {CARDS.map((index) => (
        <div
          key={index}
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
