import { Button } from '@foyer/ui'
import { useEffect, useRef } from 'react'
import { fetchFailed } from '../../../data/error-text.ts'
import { EventCards } from '../../../shared/event/event-cards.tsx'
import type { EventFamily } from '../../../shared/event/event-link.tsx'
import type { EventPages } from './use-event-pages.ts'

interface EventGridProps {
  list: EventPages
  /** Which address of an event the cards link to. */
  family: EventFamily
}

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
      <EventCards ref={grid} events={events} family={family} />
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
