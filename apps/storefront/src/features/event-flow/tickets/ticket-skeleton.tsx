import { Skeleton, SkeletonGroup } from '@foyer/ui'

/** Placeholder of three tickets, with the shape of the list. */
export function TicketSkeleton() {
  return (
    <SkeletonGroup className="divide-y divide-edge border-y border-edge">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center justify-between gap-4 py-5">
          <div className="flex min-w-0 flex-1 flex-col gap-2">
            <Skeleton className="h-7 w-48 max-w-full" />
            <Skeleton className="h-5.5 w-64 max-w-full" />
            <Skeleton className="h-7 w-32" />
          </div>
          <Skeleton className="h-target w-34 rounded-full" />
        </div>
      ))}
    </SkeletonGroup>
  )
}
