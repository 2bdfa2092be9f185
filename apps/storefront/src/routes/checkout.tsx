import { Suspense } from 'react'
import { CheckoutScreen } from '../features/checkout/checkout-screen.tsx'
import { CheckoutSkeleton } from '../features/checkout/open-checkout.tsx'
import { useParams } from '../routing/hooks.ts'
import { PageHead } from '../shared/page/page-head.tsx'

/** /checkout-api/{cartId}: pays for a cart of this browser, which becomes an order. */
export function CheckoutPage() {
  const { cartId = '' } = useParams()
  return (
    <div className="mx-auto min-h-dvh max-w-page px-4 pt-1 sm:px-6 lg:pt-4 lg:pb-20">
      <PageHead title="Checkout" isUnlisted />
      <Suspense fallback={<CheckoutSkeleton />}>
        <CheckoutScreen key={cartId} cartId={cartId} />
      </Suspense>
    </div>
  )
}
