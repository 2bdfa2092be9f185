import { Skeleton, SkeletonGroup } from '@foyer/ui'

const WEEKS = [0, 1, 2, 3, 4]
const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** Placeholder of a month while its prices are loading. */
export function CalendarSkeleton() {
  return (
    <SkeletonGroup label="Loading prices...">
      <p aria-hidden="true" className="animate-late text-sm">
        <span className="font-semibold">Loading prices...</span>{' '}
        <span className="text-muted">Preparing ticket prices...</span>
      </p>
      <Skeleton className="mt-9 h-7 w-48" />
      <div className="mt-10 grid grid-cols-7 gap-1">
        {WEEKS.map((week) =>
          DAYS.map((day) => (
            <Skeleton key={`${week}-${day}`} className="h-17 w-full rounded-md sm:h-22" />
          )),
        )}
      </div>
    </SkeletonGroup>
  )
}
