import type { CartView } from '@foyer/contract'
import {
  buttonStyle,
  ErrorCard,
  Notice,
  Skeleton,
  SkeletonGroup,
  StepIndicator,
  VisuallyHidden,
} from '@foyer/ui'
import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import { cartFlowOf } from '../../data/stored/cart-flow.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { BackLink } from '../../shared/page/back-link.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import type { Held } from './hold/cart-hold.ts'
import { HoldStamp, HoldWatch } from './hold/hold-clock.tsx'
import {
  CartMissing,
  Confirming,
  Coupon,
  HoldExpired,
  PaidInOtherTab,
  Refunded,
} from './lazy-parts.tsx'
import { FoldedOrderCard, OrderCard } from './order-card.tsx'
import type { SetupProblem } from './payment/payment-problems.ts'
import { isInProgress } from './payment/payment-states.ts'
import { forgetCart, readPendingPayment } from './payment/pending-payment.ts'
import { type Checkout, useCheckout } from './use-checkout.ts'

/**
 * One cart, from its hold to its order. The step of the payment decides what is shown; the state of
 * the hold decides only while no payment is under way.
 */
export function CheckoutScreen({ cartId }: { cartId: string }) {
  const checkout = useCheckout(cartId)
  useOpenOrder(checkout, cartId)
  const { hold, payment, machine } = checkout
  const last = hold.kind === 'expired' ? hold.last : 'cart' in hold ? hold.cart : null

  const email = () => readPendingPayment(cartId)?.purchase?.details.email ?? null
  const form = <OpenCheckout held={hold.kind === 'held' ? hold : null} checkout={checkout} />

  switch (payment.step) {
    case 'confirming':
      return <Confirming payment={payment} cart={last} email={email()} onRetry={machine.retry} />
    case 'done':
      return (
        <Confirming
          payment={{ wait: 'usual', isPaid: true, reference: payment.reference }}
          cart={last}
          email={email()}
          onRetry={machine.retry}
        />
      )
    case 'otherTab':
      return <PaidInOtherTab cart={last} />
    case 'refunded':
      return (
        <Refunded
          refund={payment.refund}
          cart={last}
          email={email()}
          isHeld={hold.kind === 'held'}
          onPay={checkout.payAfterRefund}
        />
      )
    case 'expired':
      return <HoldExpired last={last} onHeld={checkout.takeNewHold} />
    case 'opening':
      // The hold may have ended by being bought, so its end is not shown before the payment is known.
      return form
    case 'filling':
    case 'authorising':
      break
  }
  switch (hold.kind) {
    case 'held':
    case 'loading':
      return form
    case 'expired':
      return <HoldExpired last={hold.last} onHeld={checkout.takeNewHold} />
    case 'missing':
      return <CartMissing isRecordBroken={hold.isRecordBroken} isReturn={machine.isReturn()} />
    case 'unreachable':
      return (
        <ErrorCard
          level={1}
          title="We could not load your cart"
          message="Your tickets are still held and what you typed is kept. Check your connection and try again."
          onRetry={checkout.refresh}
        />
      )
    case 'ordered':
      return <CheckoutSkeleton />
  }
}

interface OpenCheckoutProps {
  /** Null until the cart is known. */
  held: Held | null
  checkout: Checkout
}

/**
 * The form beside the order. It is part of the server's page, which knows no cart: skeletons take
 * the room of what the cart will show, and a buyer who already types is not interrupted by it.
 */
function OpenCheckout({ held, checkout }: OpenCheckoutProps) {
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

/** A total that no card can pay is explained before the buyer fills in a form. */
function Unpayable({ cart, problem }: { cart: CartView; problem: SetupProblem }) {
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

/** Opens the order that the cart became. Replaces the address, so that Back skips the paid checkout. */
function useOpenOrder({ hold, payment }: Checkout, cartId: string): void {
  const navigate = useNavigate()
  const isKnown = payment.step !== 'opening' && !isInProgress(payment)
  const isBought = hold.kind === 'ordered' && isKnown
  const orderId = payment.step === 'done' ? payment.orderId : isBought ? hold.orderId : null
  const leave = useEffectEvent((id: string) => {
    forgetCart(cartId)
    void navigate({ ...paths.orderConfirmation(id), replace: true })
  })
  useEffect(() => {
    if (orderId) leave(orderId)
  }, [orderId])
}

/** The way back to the review, with every choice kept, and the steps that led here. */
function CheckoutNavigation({ cart }: { cart: CartView }) {
  const { steps, linkTo } = cartFlowOf(cart)
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

/** As high as the navigation, until the cart says which steps led here. */
function NavigationSkeleton() {
  return (
    <div className="border-b border-edge pb-3">
      <Skeleton className="h-target" />
    </div>
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
