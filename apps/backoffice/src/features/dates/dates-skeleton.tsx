import { Skeleton, SkeletonGroup } from '@foyer/ui'

/** A list of dates that is being fetched. */
export const DatesSkeleton = () => (
  <SkeletonGroup label="Loading the dates" className="flex flex-col gap-3">
    <Skeleton className="h-10 w-full max-w-120" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
    <Skeleton className="h-12 w-full" />
  </SkeletonGroup>
)
