import type { CartView } from '@foyer/contract'
import { Button, buttonStyle, ErrorCard, Notice, Skeleton, VisuallyHidden } from '@foyer/ui'
import { useDeferredValue, useEffect, useEffectEvent } from 'react'
import { useCartFlow } from '../../data/stored/cart-flow.ts'
import { useNavigate } from '../../routing/hooks.ts'
import { Link } from '../../routing/link.tsx'
import { paths } from '../../routing/paths.ts'
import { useApp } from '../../shared/app-context.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutNavigation, NavigationSkeleton } from './checkout-navigation.tsx'
import { CheckoutSkeleton } from './checkout-skeleton.tsx'
import { Coupon } from './coupon/coupon.tsx'
import { forgetCart } from './forget-cart.ts'
import { HoldStamp, HoldWatch } from './hold/hold-clock.tsx'
import type { Held } from './hold/read-hold.ts'
import { CartMissing, Confirming, Elsewhere, HoldExpired, Refunded } from './lazy-parts.ts'
import { FoldedOrderStub, OrderStub } from './order-stub.tsx'
import { isUnderWay } from './payment/payment-flow.ts'
import { readMark } from './payment/payment-mark.ts'
import type { SetupProblem } from './payment/payment-problems.ts'
import { type Checkout, useCheckout } from './use-checkout.ts'

/** One cart, from its hold to its order. */
export function CheckoutScreen({ cartId }: { cartId: string }) {
  const checkout = useCheckout(cartId)
  useLeaveWithOrder(checkout, cartId)
  const { hold, payment } = checkout
  const last = hold.kind === 'expired' ? hold.last : 'cart' in hold ? hold.cart : null

  const email = () => readMark(cartId)?.purchase?.details.email ?? null
  const form = <OpenCheckout held={hold.kind === 'held' ? hold : null} checkout={checkout} />

  switch (payment.step) {
    case 'confirming':
      return <Confirming payment={payment} cart={last} email={email()} onRetry={checkout.retry} />
    case 'done':
      return (
        <Confirming
          payment={{ wait: 'usual', isPaid: true, reference: payment.reference }}
          cart={last}
          email={email()}
          onRetry={checkout.retry}
        />
      )
    case 'elsewhere':
      return <Elsewhere cart={last} />
    case 'refunded':
      return (
        <Refunded
          refund={payment.refund}
          cart={last}
          email={email()}
          wayOn={
            <WayOn cart={last} isHeld={hold.kind === 'held'} onPay={checkout.payAfterRefund} />
          }
        />
      )
    case 'expired':
      return <HoldExpired last={last} onHeld={checkout.onHeldAgain} />
    case 'opening':
      // Of a hold that ended nothing is said before it is known what a payment made of it.
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
      return <HoldExpired last={hold.last} onHeld={checkout.onHeldAgain} />
    case 'missing':
      return <CartMissing isRecordBroken={hold.isRecordBroken} isReturn={checkout.isReturn} />
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
 * The form, beside what is bought. It comes with the server's page, which knows nobody's cart: what
 * the cart tells has its place kept, and who begins to type goes on typing as it comes.
 */
function OpenCheckout({ held, checkout }: OpenCheckoutProps) {
  const { locale, hasCoupons } = useApp().tenant
  const isPaying = isUnderWay(checkout.payment)
  // Its arrival is drawn in slices: in one go it would hold up whoever is typing already. What
  // changes of it later is shown at once.
  const now = held?.cart ?? null
  const cart = useDeferredValue(now) && now
  const clock = {
    clockOffset: held?.clockOffset ?? 0,
    isPaying,
    moreTime: checkout.moreTime,
    locale,
  }
  const stub = { locale, stage: 'held', stamp: <HoldStamp {...clock} cart={cart} /> } as const
  return (
    <>
      {cart ? (
        <HoldWatch {...clock} cart={cart} onTimeUp={checkout.onTimeUp} />
      ) : (
        <VisuallyHidden role="status">Loading your cart</VisuallyHidden>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_var(--container-stub)] xl:gap-x-20">
        <div className="min-w-0">
          {cart ? <CheckoutNavigation cart={cart} /> : <NavigationSkeleton />}
          <h1 className="mt-6 font-display text-title font-bold lg:mt-8">Checkout</h1>
          <FoldedOrderStub {...stub} cart={cart} className="mt-6 lg:hidden" />
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
          {cart ? <OrderStub {...stub} cart={cart} /> : <Skeleton className="h-140 rounded-lg" />}
        </aside>
      </div>
    </>
  )
}

/** A total that no card can pay is said before anybody fills in a form. */
function Unpayable({ cart, problem }: { cart: CartView; problem: SetupProblem }) {
  const { linkTo } = useCartFlow(cart)
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

interface WayOnProps {
  cart: CartView | null
  /** Held again since the refunded payment, from another page. */
  isHeld: boolean
  onPay: () => void
}

function WayOn({ cart, isHeld, onPay }: WayOnProps) {
  if (!cart) return null
  if (isHeld) {
    return (
      <Button variant="primary" size="lg" onClick={onPay}>
        Pay for your new hold
      </Button>
    )
  }
  return <OtherTime cart={cart} />
}

function OtherTime({ cart }: { cart: CartView }) {
  const { linkTo } = useCartFlow(cart)
  return (
    <Link {...linkTo('time', { cartId: undefined })} className={buttonStyle('primary', 'lg')}>
      Choose another time
    </Link>
  )
}

/** A cart that became an order is shown as that order; Back does not return to a paid checkout. */
function useLeaveWithOrder({ hold, payment }: Checkout, cartId: string): void {
  const navigate = useNavigate()
  const isKnown = payment.step !== 'opening' && !isUnderWay(payment)
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
