import type { CartView } from '@foyer/contract'
import { buttonStyle, Notice, Skeleton, StepIndicator } from '@foyer/ui'
import { cartFlowOf } from '../../data/stored/cart-flow.ts'
import { Link } from '../../routing/link.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import type { SetupProblem } from '../../shared/payment/payment-problems.ts'

/** The way back to the review, with every choice kept, and the steps that led here. */
export function CheckoutNavigation({ cart }: { cart: CartView }) {
  const { steps, linkTo } = cartFlowOf(cart)
  return (
    <div className="flex min-h-target items-center gap-x-6 border-b border-edge pb-3">
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

/** As high as the navigation, until the cart says which steps led here. */
export function NavigationSkeleton() {
  return (
    <div className="border-b border-edge pb-3">
      <Skeleton className="h-target" />
    </div>
  )
}

/** Explains a total that no card can pay before the buyer fills in a form, and leads to the review. */
export function Unpayable({ cart, problem }: { cart: CartView; problem: SetupProblem }) {
  const { linkTo } = cartFlowOf(cart)
  return (
    <Notice
      tone="danger"
      title={problem.title}
      actions={
        <Link {...linkTo('review')} className={buttonStyle()}>
          Change your order
        </Link>
      }
    >
      {problem.message}
      {cart.quote.coupon && ' Remove your coupon to pay the full price.'}
    </Notice>
  )
}
