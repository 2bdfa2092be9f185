import { ErrorCard } from '@foyer/ui'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '../../routing/hooks.ts'
import { paths } from '../../routing/paths.ts'
import { CartMissing, Confirming, HoldExpired, PaidInOtherTab, Refunded } from './lazy-parts.tsx'
import { CheckoutSkeleton, OpenCheckout } from './open-checkout.tsx'
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
      return (
        <CartMissing
          isRecordBroken={hold.isRecordBroken}
          isCookieLost={hold.isCookieLost}
          isReturn={machine.isReturn()}
        />
      )
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
