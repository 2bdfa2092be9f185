import { Skeleton, SkeletonGroup } from '@foyer/ui'

/** The checkout's own shape, until the cart is known; as high as the window, so that no footer jumps. */
export function CheckoutSkeleton() {
  return (
    <SkeletonGroup
      label="Loading your cart"
      className="grid min-h-svh grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-20"
    >
      <div className="min-w-0">
        <Skeleton className="h-14 w-full" />
        <h1 className="mt-6 font-display text-title font-bold lg:mt-8">Checkout</h1>
        <Skeleton className="mt-6 h-32 rounded-lg lg:hidden" />
        <Skeleton className="mt-8 h-7 w-56" />
        <div className="mt-4 grid gap-5 sm:grid-cols-2">
          <Skeleton className="h-20 rounded-md" />
          <Skeleton className="h-20 rounded-md" />
        </div>
        <Skeleton className="mt-5 h-26 rounded-md" />
        <Skeleton className="mt-5 h-26 rounded-md" />
      </div>
      <div className="max-lg:hidden">
        <Skeleton className="h-140 rounded-lg" />
      </div>
    </SkeletonGroup>
  )
}
