import { Skeleton, SkeletonGroup } from '@foyer/ui'
import { GRID } from './slot-style.ts'

/** Times in the shape of the grid. */
export function SlotSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton className="h-6.5 w-28" />
      <div className={`mt-3 ${GRID}`}>
        {[0, 1, 2, 3, 4, 5, 6, 7].map((slot) => (
          <Skeleton key={slot} className="h-18 w-full rounded-md" />
        ))}
      </div>
    </SkeletonGroup>
  )
}
