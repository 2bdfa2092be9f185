import { EVENTS_PAGE_SIZE } from '@foyer/domain'
import { Skeleton, SkeletonGroup } from '@foyer/ui'
import { GRID } from './event-grid.tsx'

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
