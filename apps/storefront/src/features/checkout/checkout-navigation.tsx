import type { CartView } from '@foyer/contract'
import { Skeleton, StepIndicator } from '@foyer/ui'
import { useCartFlow } from '../../data/stored/cart-flow.ts'
import { Link } from '../../routing/link.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'

/** Back to the review with every choice kept, and the way that led here. */
export function CheckoutNavigation({ cart }: { cart: CartView }) {
  const { steps, linkTo } = useCartFlow(cart)
  return (
    <div className="flex items-center gap-x-6 border-b border-edge pb-3">
      <BackLink {...linkTo('review')}>Back</BackLink>
      <StepIndicator
        label="Steps"
        steps={steps.map(({ id, label }) => ({ id, label }))}
        currentId="payment"
        renderLink={({ id }, content) => (
          <Link
            {...linkTo(steps.find((step) => step.id === id)?.id ?? 'review')}
            className="block max-md:-my-5 max-md:py-5"
          >
            {content}
          </Link>
        )}
        className="ms-auto min-w-0 max-md:flex-1"
      />
    </div>
  )
}

/** The same, as high, before it is known which way led here. */
export function NavigationSkeleton() {
  return (
    <div className="border-b border-edge pb-3">
      <Skeleton className="h-target" />
    </div>
  )
}
