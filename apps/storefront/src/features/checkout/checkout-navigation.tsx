import type { CartView } from '@foyer/contract'
import { StepIndicator } from '@foyer/ui'
import { ArrowLeft } from '@foyer/ui/icons'
import { Link } from '@tanstack/react-router'
import { useCartFlow } from '../event-flow/engine/cart-flow.ts'

/** Back to the review with every choice kept, and the way that led here. */
export function CheckoutNavigation({ cart }: { cart: CartView }) {
  const { steps, linkTo } = useCartFlow(cart)
  return (
    <div className="flex items-center gap-x-6 border-b border-edge pb-3">
      <Link
        {...linkTo('review')}
        className="-ms-2 inline-flex min-h-target items-center gap-2 rounded-md px-2 text-sm font-semibold text-muted transition-colors hover:text-text"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back
      </Link>
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
