import type { EventView } from '@foyer/contract'
import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { Button } from '@foyer/ui'
import { useEffect, useRef, useState } from 'react'
import { EventCard } from './event-card.tsx'
import { listMemory } from './list-memory.ts'

/** All events, a dozen at a time. */
export function EventGrid({ events }: { events: readonly EventView[] }) {
  const [shown, setShown] = useState(listMemory.shown)
  const grid = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  const visible = events.slice(0, shown)
  const remaining = events.length - visible.length

  const loadMore = () => {
    firstNew.current = shown
    listMemory.shown = shown + EVENTS_PAGE_SIZE
    setShown(listMemory.shown)
  }
  useEffect(() => {
    if (firstNew.current === null || shown <= firstNew.current) return
    // The button may be gone: whoever works by keyboard goes on at the first event that came.
    grid.current?.children[firstNew.current]?.querySelector('a')?.focus({ preventScroll: true })
    firstNew.current = null
  }, [shown])

  return (
    <>
      <ul
        ref={grid}
        className="mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-12 md:grid-cols-3 lg:grid-cols-4"
      >
        {visible.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
      <div className="mt-12 flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-edge pt-6">
        {remaining > 0 && (
          <Button size="lg" onClick={loadMore}>
            Load More Events ({remaining} remaining)
          </Button>
        )}
        <p role="status" className="figures text-sm text-muted">
          Showing {visible.length} of {events.length}
        </p>
      </div>
    </>
  )
}
