import { Skeleton, SkeletonGroup, VisuallyHidden } from '@foyer/ui'
import { useDeferredValue } from 'react'
import { useApp } from '../../shared/app-context.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutNavigation, NavigationSkeleton, Unpayable } from './checkout-navigation.tsx'
import type { Held } from './hold/cart-hold.ts'
import { HoldStamp, HoldWatch } from './hold/hold-clock.tsx'
import { Coupon } from './lazy-parts.tsx'
import { FoldedOrderCard, OrderCard } from './order-card.tsx'
import { isInProgress } from './payment/payment-states.ts'
import type { Checkout } from './use-checkout.ts'

interface OpenCheckoutProps {
  /** Null until the cart is known. */
  held: Held | null
  checkout: Checkout
}

/**
 * The form beside the order. It is part of the server's page, which knows no cart: skeletons take
 * the room of what the cart will show, and a buyer who already types is not interrupted by it.
 */
export function OpenCheckout({ held, checkout }: OpenCheckoutProps) {
  const { locale, hasCoupons } = useApp().tenant
  const isPaying = isInProgress(checkout.payment)
  // The cart's first rendering is deferred, because in one go it would delay what a buyer types.
  // Later changes are shown at once.
  const now = held?.cart ?? null
  const cart = useDeferredValue(now) && now
  const clock = {
    clockOffset: held?.clockOffset ?? 0,
    isPaying,
    moreTime: checkout.moreTime,
    locale,
  }
  const card = { locale, stage: 'held', stamp: <HoldStamp {...clock} cart={cart} /> } as const
  return (
    <>
      {cart ? (
        <HoldWatch {...clock} cart={cart} onCountdownEnd={checkout.machine.endCountdown} />
      ) : (
        <VisuallyHidden role="status">Loading your cart</VisuallyHidden>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20">
        <div className="min-w-0">
          {cart ? <CheckoutNavigation cart={cart} /> : <NavigationSkeleton />}
          <h1 className="mt-6 font-display text-title font-bold lg:mt-8">Checkout</h1>
          <FoldedOrderCard {...card} cart={cart} className="mt-6 lg:hidden" />
          {hasCoupons && <Coupon cart={cart} isLocked={isPaying} />}
          <div className="mt-8">
            {now && checkout.setup.kind === 'blocked' && !checkout.setup.problem.isRetryable ? (
              <Unpayable cart={now} problem={checkout.setup.problem} />
            ) : (
              <CheckoutForm cart={cart} clockOffset={clock.clockOffset} checkout={checkout} />
            )}
          </div>
        </div>
        <aside className="max-lg:hidden lg:sticky lg:top-8">
          {cart ? <OrderCard {...card} cart={cart} /> : <Skeleton className="h-140 rounded-lg" />}
        </aside>
      </div>
    </>
  )
}

/** The shape of the checkout until its code is loaded; as high as the window, so that no footer jumps. */
export function CheckoutSkeleton() {
  return (
    <SkeletonGroup
      label="Loading your cart"
      className="grid min-h-svh grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-ticket-card)] xl:gap-x-20"
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
