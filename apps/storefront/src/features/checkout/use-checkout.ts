import type { CartView } from '@foyer/contract'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { paths } from '../../routing/paths.ts'
import { useRouter } from '../../routing/router-provider.tsx'
import { useApp } from '../../shared/app-context.tsx'
import type { Details } from './details/details.ts'
import { type CartHold, useCartHold } from './hold/cart-hold.ts'
import type { HoldChange } from './hold/hold-again.ts'
import { type MoreTime, useMoreTime } from './hold/more-time.tsx'
import { fetchPaying } from './lazy-parts.tsx'
import type { CardHandle } from './payment/card-form.tsx'
import type { PaymentTools } from './payment/finish-payment.ts'
import { useStripe } from './payment/load-stripe.ts'
import type { Paying } from './payment/paying.ts'
import { totalChanged, UNREACHED } from './payment/payment-problems.ts'
import { isUnderWay, type PaymentEvent, type PaymentState } from './payment/payment-states.ts'
import { removePendingPayment } from './payment/pending-payment.ts'
import { usePayment } from './payment/use-payment.ts'
import { type PaymentSetup, usePaymentSetup } from './payment/use-payment-setup.ts'

export interface Checkout {
  hold: CartHold
  payment: PaymentState
  setup: PaymentSetup
  /** Said above the form: a corrected total, or what changed as the cart was held again. */
  notice: HoldChange | null
  card: RefObject<CardHandle | null>
  moreTime: MoreTime
  /** A bank's page led here. */
  isReturn: boolean
  /** Pays; does nothing while a payment is under way. */
  pay: (details: Details) => void
  /** Looks at once for what became of a payment. */
  retry: () => void
  /** The device's countdown reached 0: the server is asked before anything is said. */
  onTimeUp: () => void
  onHeldAgain: (cart: CartView, change: HoldChange) => void
  /** Pays the cart after its earlier payment was given back. */
  payAfterRefund: () => void
  refresh: () => void
}

/** The checkout of one cart: its hold, its payment and the one way between them. */
export function useCheckout(cartId: string): Checkout {
  const { call, tenant } = useApp()
  const queryClient = useQueryClient()
  const router = useRouter()
  const { hold, refresh, replace, extend } = useCartHold(cartId)
  const [holds, setHolds] = useState<{ count: number; change: HoldChange | null }>({
    count: 0,
    change: null,
  })
  const card = useRef<CardHandle | null>(null)

  const moreTime = useMoreTime({ cartId, onAdded: replace, onStale: () => void refresh() })

  const cart = hold.kind === 'held' && hold.isConfirmed ? hold.cart : null
  const loadStripe = useStripe()

  // A hold also ends by being bought, in another tab or by an earlier try: that is no expiry.
  const lookFirst = async (event: PaymentEvent): Promise<PaymentEvent> => {
    const fresh = await refresh()
    return fresh?.orderId ? { type: 'ordered', orderId: fresh.orderId } : event
  }
  const { payment, report, run, retry, isReturn } = usePayment({
    cartId,
    tools: {
      call,
      stripe: loadStripe,
      onOrdered: async (orderId, purchase) => {
        if (!purchase) return
        const { keepOrder } = await fetchPaying()
        await keepOrder(call, orderId, purchase)
        // What the catalogue said about places and prices is out of date now.
        for (const key of ['calendar', 'daily-prices', 'add-ons']) {
          void queryClient.invalidateQueries({ queryKey: [key, purchase.cart.eventId] })
        }
      },
    },
    lookFirst,
  })

  const { setup, correction } = usePaymentSetup({
    cart,
    isOpen: payment.step === 'filling',
    loadStripe,
    holdCount: holds.count,
    onStale: () => void refresh(),
  })

  const pay = (details: Details) => {
    if (!cart || payment.step !== 'filling') return
    // While the bank is asked. Of the order's page only the code is meant: any id will do.
    void router.preload(paths.orderConfirmation(cartId))
    const elements = card.current?.elements
    const purchase = {
      cart,
      details,
      onExtended: extend,
      onTotalChanged: (totalMinor: number) => {
        const problem = totalChanged(cart.quote, totalMinor, tenant.locale)
        report({ type: 'refused', problem })
        void refresh()
      },
    }
    /** Nothing is asked of the bank before all is there that can tell what came of it. */
    const submit = (work: (paying: Paying, tools: PaymentTools) => Promise<void>) =>
      run(async (tools) => {
        report({ type: 'submitted' })
        const paying = await fetchPaying().catch(() => null)
        if (paying) await work(paying, tools)
        else report({ type: 'refused', problem: UNREACHED })
      })
    if (setup.kind === 'free') {
      submit(({ completeFreeOrder }, tools) => completeFreeOrder(tools, purchase))
    } else if (setup.kind === 'ready' && setup.isCurrent && elements) {
      const { clientSecret, paymentIntentId } = setup
      const returnUrl = location.origin + location.pathname
      const payment = { ...purchase, elements, clientSecret, paymentIntentId, returnUrl }
      submit(({ payByCard }, tools) => payByCard(tools, payment))
    }
  }

  return {
    hold,
    payment,
    setup,
    notice: correction ? { tone: 'warning', text: correction } : holds.change,
    card,
    moreTime,
    isReturn,
    pay,
    retry,
    onTimeUp: async () => {
      if (isUnderWay(payment)) return
      const fresh = await refresh()
      if (fresh?.orderId) return
      const isOver = !fresh || Date.parse(fresh.expiresAt) <= Date.parse(fresh.serverTime)
      if (isOver) report({ type: 'timeRanOut' })
    },
    onHeldAgain: (held, change) => {
      replace(held)
      setHolds(({ count }) => ({ count: count + 1, change }))
      report({ type: 'heldAgain' })
    },
    payAfterRefund: () => {
      removePendingPayment(cartId)
      setHolds(({ count }) => ({ count: count + 1, change: null }))
      report({ type: 'heldAgain' })
    },
    refresh: () => void refresh(),
  }
}
