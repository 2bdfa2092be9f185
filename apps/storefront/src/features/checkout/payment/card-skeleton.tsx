import { Skeleton, SkeletonGroup } from '@foyer/ui'

/** The card form's own shape: a tab, the number, then expiry and code side by side. */
export function CardSkeleton() {
  return (
    <SkeletonGroup label="Loading the card form" className="flex min-h-56 flex-col gap-5">
      <Skeleton className="h-16 w-32 rounded-md" />
      <Skeleton className="h-12 w-full rounded-md" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-12 rounded-md" />
        <Skeleton className="h-12 rounded-md" />
      </div>
    </SkeletonGroup>
  )
}
