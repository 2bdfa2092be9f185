import { Button } from '@foyer/ui'
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
