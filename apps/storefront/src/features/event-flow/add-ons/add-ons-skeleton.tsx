import { Skeleton, SkeletonGroup } from '@foyer/ui'

/** Two add-ons in the shape of the list. */
export function AddOnsSkeleton() {
  return (
    <SkeletonGroup className="divide-y divide-edge border-y border-edge">
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-wrap items-center justify-between gap-4 py-5">
          <div className="flex min-w-0 flex-1 basis-52 flex-col gap-2">
            <Skeleton className="h-7 w-44 max-w-full" />
            <Skeleton className="h-5.5 w-60 max-w-full" />
            <Skeleton className="h-7 w-28" />
          </div>
          <Skeleton className="h-target w-62 max-w-full rounded-full" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
