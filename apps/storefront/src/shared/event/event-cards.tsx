import type { EventView } from '@foyer/contract'
import { Skeleton, SkeletonGroup } from '@foyer/ui'
import type { Ref } from 'react'
import { EventCard } from './event-card.tsx'
import type { EventFamily } from './event-link.tsx'

const GRID = 'mt-8 grid gap-x-6 gap-y-8 sm:grid-cols-2 sm:gap-y-12 md:grid-cols-3 lg:grid-cols-4'

interface EventCardsProps {
  events: readonly EventView[]
  /** Which address of an event the cards link to. */
  family: EventFamily
  ref?: Ref<HTMLUListElement>
}

/** A grid of events. */
export function EventCards({ events, family, ref }: EventCardsProps) {
  return (
    <ul ref={ref} className={GRID}>
      {events.map((event) => (
        <li key={event.id}>
          <EventCard event={event} family={family} />
        </li>
      ))}
    </ul>
  )
}

/** Placeholder of a grid, with the shape of its cards. */
export function EventCardsSkeleton({ count }: { count: number }) {
  return (
    <SkeletonGroup label="Loading events" className={GRID}>
      {Array.from({ length: count }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          key={index}
          className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-4 sm:flex sm:flex-col"
        >
          <Skeleton className="aspect-4/5 rounded-md" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-5 w-2/3" />
            <Skeleton className="h-7 w-full" />
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="mt-auto h-7 w-1/2" />
            <Skeleton className="h-11 w-32 rounded-md" />
          </div>
        </div>
      ))}
    </SkeletonGroup>
  )
}
